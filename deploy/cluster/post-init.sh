#!/bin/sh
# Patroni runs it once on the first primary, with the address of its PostgreSQL: creates the wallet's database and its owner.
set -eu
psql -v ON_ERROR_STOP=1 "$1" <<SQL
CREATE ROLE wallet LOGIN PASSWORD '@PASSWORD@';
CREATE DATABASE wallet OWNER wallet;
SQL

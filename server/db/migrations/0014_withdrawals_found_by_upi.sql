-- Lists show UPI where no payment method was given, so a search for it finds those.
CREATE OR REPLACE FUNCTION searched_of_transaction(reference_id text, payment_method text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(reference_id || ' ' || coalesce(payment_method, 'UPI'))
$$;
--> statement-breakpoint
UPDATE transaction_search AS s SET text = searched_of_transaction(t.reference_id, t.payment_method)
  FROM transactions AS t
  WHERE t.payment_method IS NULL AND t.user_id = s.user_id AND t.id = s.transaction_id;

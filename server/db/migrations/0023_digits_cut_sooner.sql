-- As before, in three quarters of the time: where the last digit of a part is, all parts up to there have one.
CREATE OR REPLACE FUNCTION digit_grams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  grams text[] := '{}';
  marked text := translate(value, '123456789', '000000000');
  has_digit_until int := 0;
  from_end int;
BEGIN
  FOR n IN 1 .. length(value) - 4 LOOP
    IF n > has_digit_until THEN
      from_end := strpos(reverse(substr(marked, n, 5)), '0');
      CONTINUE WHEN from_end = 0;
      has_digit_until := n + 5 - from_end;
    END IF;
    grams := grams || substr(value, n, 5);
  END LOOP;
  RETURN grams;
END $$;

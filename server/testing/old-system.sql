-- The former system's tables, as sections 3 and 7 of the specification describe them, with people whose rows
-- disagree with each other in every way that an import has to decide.
CREATE TABLE users (id uuid PRIMARY KEY, username text, password text, role text, status text, created_at timestamptz);
CREATE TABLE user_profiles (user_id uuid PRIMARY KEY, first_name text, last_name text, email text, phone text, address text,
  city text, country text, avatar_url text);
CREATE TABLE wallet_balances (user_id uuid PRIMARY KEY, balance numeric, updated_at timestamptz);
CREATE TABLE bank_accounts (id uuid PRIMARY KEY, user_id uuid, account_holder_name text, account_number text, bank_name text,
  ifsc_code text, is_default boolean, created_at timestamptz);
CREATE TABLE banks (id serial PRIMARY KEY, name text, code text, is_active boolean);
CREATE TABLE sources (id uuid PRIMARY KEY, name text, description text, is_active boolean, created_at timestamptz);
CREATE TABLE transactions (id uuid PRIMARY KEY, user_id uuid, type text, amount numeric, status text, payment_method text,
  bank_account_id uuid, reference_id text, utr text, receipt_url text, permanent_receipt_url text, notes text, source_id uuid,
  approved_by text, approved_at timestamptz, created_at timestamptz, updated_at timestamptz);
CREATE TABLE qr_codes (id uuid PRIMARY KEY, name text, description text, qr_image_url text, is_active boolean, created_at timestamptz);
CREATE TABLE ad_banners (id uuid PRIMARY KEY, title text, description text, image_url text, link_url text, is_active boolean,
  display_order int, created_at timestamptz);
CREATE TABLE carousel_settings (id int PRIMARY KEY, slide_duration int, updated_at timestamptz);
CREATE TABLE site_urls (id uuid PRIMARY KEY, title text, url text, description text, display_order int, is_active boolean);
CREATE TABLE notifications (id uuid, user_id uuid, title text, message text, type text, category text, read boolean,
  data jsonb, created_at timestamptz);

-- An id that says whose and which row it is.
CREATE FUNCTION u(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;
CREATE FUNCTION t(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid $$;
CREATE FUNCTION a(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid $$;

INSERT INTO users VALUES
  (u(1), 'admin', 'admin123', 'admin', 'active', '2024-01-01'),
  (u(2), 'Asha', 'asha-secret-1', 'user', 'active', '2024-01-02 10:00:00.123456+05:30'),
  (u(3), 'asha', 'asha-secret-2', 'user', NULL, '2024-02-02'),
  (u(4), 'boss', 'boss-secret', 'admin', 'active', '2024-01-03'),
  (u(5), 'shorty', 'abc', 'user', 'inactive', '2024-01-04'),
  (u(6), 'nopass', NULL, 'owner', 'gone', NULL),
  (u(7), 'ab', 'two-letter-secret', 'user', 'active', '2024-01-05'),
  (u(8), E'Robert''); DROP TABLE users;--', 'drop-secret', 'user', 'active', '2024-01-06'),
  (u(9), repeat('long', 100), 'long-secret', 'user', 'active', '2024-01-07'),
  (u(10), 'future', 'future-secret', 'user', 'active', '3024-01-07'),
  (u(11), 'dips', 'dips-secret', 'user', 'active', '2024-01-08'),
  (u(12), 'overdrawn', 'over-secret', 'user', 'active', '2024-01-09'),
  (u(13), 'richer', 'richer-secret', 'user', 'active', '2024-01-10'),
  (u(14), 'poorer', 'poorer-secret', 'user', 'active', '2024-01-11'),
  (u(15), 'nobalance', 'nobalance-secret', 'user', 'active', '2024-01-12');
INSERT INTO user_profiles VALUES
  (u(2), 'ஆஷா', 'Rao', 'asha@example.com', '+91 90000 00001', E'1 Main Road\nPune', 'Pune', 'India', NULL),
  (u(3), repeat('x', 300), NULL, 'not an address', 'call me', NULL, NULL, NULL, 'https://files.example/storage/v1/object/public/avatars/3.png'),
  (u(99), 'Nobody', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO wallet_balances VALUES
  (u(2), 150.50, '2024-05-01'), (u(3), 0, '2024-05-01'), (u(11), 50, '2024-05-01'), (u(12), 0, '2024-05-01'),
  (u(13), 175.255, '2024-05-01'), (u(14), 40, '2024-05-01'), (u(5), 'NaN', '2024-05-01'), (u(7), -5, '2024-05-01'),
  (u(99), 1000, '2024-05-01');
INSERT INTO bank_accounts VALUES
  (a(1), u(2), 'Asha Rao', '123456789012', 'HDFC Bank', 'HDFC0001234', true, '2024-01-03'),
  (a(2), u(2), 'Asha Rao', '999956789012', 'Canara Bank', 'wrong', true, '2024-01-04'),
  (a(3), u(3), 'asha', '1234', 'HDFC Bank', NULL, false, '2024-01-04'),
  (a(4), u(99), 'Nobody', '1234567', 'HDFC Bank', NULL, false, '2024-01-04'),
  (a(5), u(12), 'Over', '555556789012', 'HDFC Bank', NULL, true, '2024-01-04');
INSERT INTO banks (name, code, is_active) VALUES
  ('hdfc  bank', 'HDFC', true), ('Former Bank', 'FORM', true), ('Former bank', 'FOR2', true), ('', 'NONE', true);
INSERT INTO sources VALUES
  (a(21), 'Website', NULL, true, '2024-01-01'), (a(22), 'Admin Panel', 'Manual balance adjustments by administrators', true, '2024-01-01'),
  (a(23), 'Street', 'A stall', false, '2024-01-01');
INSERT INTO carousel_settings VALUES (1, 12, '2024-01-01');
INSERT INTO site_urls VALUES
  (a(31), 'Prices', 'https://prices.example/', 'What it costs', 1, true), (a(32), 'Evil', 'javascript:alert(1)', NULL, 2, true),
  (a(33), 'Odd', 'https://odd.example/', NULL, -4, NULL);

-- A pixel.
CREATE FUNCTION pixel() RETURNS text LANGUAGE sql AS $$ SELECT 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==' $$;
INSERT INTO qr_codes VALUES
  (a(41), 'Main code', 'Pay here', pixel(), true, '2024-01-01'),
  (a(42), 'Lost code', NULL, 'https://elsewhere.example/qr.png', true, '2024-01-01');
INSERT INTO ad_banners VALUES
  (a(51), 'Festival', NULL, 'https://files.example/storage/v1/object/public/banner-images/fest.png', 'javascript:x', true, 0, '2024-01-01'),
  (a(52), 'Broken', NULL, 'data:image/png;base64,AAAA', NULL, true, 1, '2024-01-01');
INSERT INTO notifications VALUES
  (u(201), u(2), 'Deposit Approved', 'Your deposit came', 'success', 'transaction', true, '{"rejection_reason": null}', '2024-01-05'),
  (u(202), u(2), 'Balance Updated by Administrator', 'Credited', 'strange', 'account', false,
    '{"old_balance": 0, "new_balance": 50, "updated_by": "admin", "secret": "x"}', '2024-01-06'),
  (u(202), u(2), 'Another of that id', '', NULL, NULL, NULL, NULL, '2024-01-07'),
  (NULL, u(2), 'Without an id', '', NULL, NULL, NULL, NULL, '2024-01-07'),
  (u(203), u(99), 'Nobody', 'Nothing', 'other', NULL, NULL, '[]', '2024-01-06');

INSERT INTO transactions (id, user_id, type, amount, status, payment_method, bank_account_id, reference_id, receipt_url,
  permanent_receipt_url, notes, source_id, approved_by, approved_at, created_at, updated_at) VALUES
  -- Asha: 200.50 in, 50 out, a pending deposit, a hold, one rejected: 150.50, as stored.
  (t(1), u(2), 'deposit', 200.50, 'approved', 'UPI', NULL, 'DEP-1', NULL, pixel(), 'thanks', a(21), 'admin', '2024-01-05', '2024-01-04', '2024-01-05'),
  (t(2), u(2), 'withdrawal', 50, 'approved', 'UPI', a(1), 'WDL1', NULL, NULL, NULL, NULL, 'boss', '2024-01-07', '2024-01-06', '2024-01-07'),
  (t(3), u(2), 'deposit', 10.00, 'pending', 'UPI', NULL, 'DEP-2', NULL, pixel(), 'mine', NULL, NULL, NULL, '2024-01-08', NULL),
  (t(4), u(2), 'withdrawal', 100, 'pending', NULL, a(1), 'WDL2', NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-09', NULL),
  (t(5), u(2), 'withdrawal', 100, 'pending', NULL, a(2), 'WDL3', NULL, NULL, NULL, NULL, NULL, NULL, '2024-01-10', NULL),
  (t(6), u(2), 'deposit', 500, 'rejected', 'UPI', NULL, 'DEP-3', 'blob:https://old.example/1', NULL, 'no such payment', NULL, NULL, NULL, '2024-01-11', '2024-01-12'),
  -- What can't come.
  (t(11), u(99), 'deposit', 5, 'approved', 'UPI', NULL, 'DEP-11', NULL, NULL, NULL, NULL, NULL, '2024-01-05', '2024-01-04', NULL),
  (t(12), u(2), 'gift', 5, 'approved', 'UPI', NULL, 'DEP-12', NULL, NULL, NULL, NULL, NULL, '2024-01-05', '2024-01-04', NULL),
  (t(13), u(2), 'deposit', 5, 'lost', 'UPI', NULL, 'DEP-13', NULL, NULL, NULL, NULL, NULL, '2024-01-05', '2024-01-04', NULL),
  (t(14), u(2), 'deposit', 'NaN', 'approved', 'UPI', NULL, 'DEP-14', NULL, NULL, NULL, NULL, NULL, '2024-01-05', '2024-01-04', NULL),
  (t(15), u(2), 'deposit', -5, 'approved', 'UPI', NULL, 'DEP-15', NULL, NULL, NULL, NULL, NULL, '2024-01-05', '2024-01-04', NULL),
  (t(16), u(2), 'deposit', 99999999999999999999, 'approved', 'UPI', NULL, 'DEP-16', NULL, NULL, NULL, NULL, NULL, '2024-01-05', '2024-01-04', NULL),
  (t(17), NULL, 'deposit', 5, 'approved', 'UPI', NULL, 'DEP-17', NULL, NULL, NULL, NULL, NULL, '2024-01-05', '2024-01-04', NULL),
  -- asha: what comes otherwise than it was; 10.01 in, 10.01 out.
  (t(21), u(3), 'deposit', 10.005, 'approved', '', NULL, 'DEP-1', NULL, NULL, repeat('n', 5000), a(99), NULL, NULL, '2024-02-04', NULL),
  (t(22), u(3), 'withdrawal', 10.0100, 'approved', 'UPI', a(1), NULL, NULL, NULL, NULL, NULL, NULL, '2024-02-06', '0001-01-01', NULL),
  (t(23), u(3), 'withdrawal', 5, 'pending', NULL, NULL, 'WDL23', NULL, NULL, NULL, NULL, NULL, NULL, '2024-02-07', NULL),
  (t(24), u(3), 'deposit', 5, 'approved', 'admin_adjustment', NULL, 'ADM-1-00000000', NULL, NULL, 'Administrator balance adjustment', a(22), 'admin', '2024-02-08', '2024-02-08', NULL),
  (t(25), u(3), 'withdrawal', 5, 'approved', 'admin_adjustment', NULL, 'ADM-2-00000000', NULL, NULL, 'Administrator balance adjustment', a(22), 'admin', '2024-02-09', '2024-02-09', NULL),
  -- dips: out before in. overdrawn: more out than in. richer, poorer: stored otherwise.
  (t(31), u(11), 'withdrawal', 50, 'approved', 'UPI', NULL, 'WDL31', NULL, NULL, NULL, NULL, 'admin', '2024-01-09', '2024-01-09', NULL),
  (t(32), u(11), 'deposit', 100, 'approved', 'UPI', NULL, 'DEP-32', NULL, pixel(), NULL, NULL, 'admin', '2024-01-10', '2024-01-10', NULL),
  (t(41), u(12), 'deposit', 30, 'approved', 'UPI', NULL, 'DEP-41', NULL, pixel(), NULL, NULL, 'admin', '2024-01-10', '2024-01-10', NULL),
  (t(42), u(12), 'withdrawal', 80, 'approved', 'UPI', a(5), 'WDL42', NULL, NULL, NULL, NULL, 'admin', '2024-01-11', '2024-01-11', NULL),
  (t(51), u(13), 'deposit', 100, 'approved', 'UPI', NULL, 'DEP-51', NULL, pixel(), NULL, NULL, 'admin', '2024-01-11', '2024-01-11', NULL),
  (t(61), u(14), 'deposit', 100, 'approved', 'UPI', NULL, 'DEP-61', NULL, pixel(), NULL, NULL, 'admin', '2024-01-11', '2024-01-11', NULL),
  (t(71), u(15), 'deposit', 70, 'approved', 'UPI', NULL, 'DEP-71', NULL, pixel(), NULL, NULL, 'admin', '2024-01-11', '2024-01-11', NULL);

UPDATE transactions SET utr = ' 0000412345678901' WHERE reference_id = 'DEP-1' AND user_id = u(2);
-- Too short for a payment by UPI.
UPDATE transactions SET utr = '1234' WHERE reference_id = 'DEP-2';
UPDATE transactions SET utr = '412345678902' WHERE reference_id = 'WDL1';

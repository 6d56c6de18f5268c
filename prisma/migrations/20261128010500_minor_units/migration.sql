-- Amounts become minor units of their currency by ISO 4217; they were hundredths in every currency. Amounts of currencies with two digits stay as
-- they are. Amounts that were finer than their currency are rounded, here and once. `src/core/currency.ts` is the same table; a test compares them.
CREATE FUNCTION currency_digits(code text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN code IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN 0
    WHEN code IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
    WHEN code IN ('CLF', 'UYW') THEN 4
    ELSE 2 END
$$;

CREATE FUNCTION minor_of_hundredths(amount bigint, code text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round(amount * 10::numeric ^ (currency_digits(code) - 2))::bigint
$$;

-- Prices of tickets are in the currency of the site: their minor units follow from the written price, and a price that is finer than a new currency is rounded.
CREATE FUNCTION set_minor_prices(code text) RETURNS void LANGUAGE sql AS $$
  UPDATE ticket SET
    price = CASE WHEN price = '' THEN '' ELSE trim_scale(round(price::numeric, currency_digits(code)))::text END,
    price_minor = CASE WHEN price = '' THEN 0 ELSE round(price::numeric * 10::numeric ^ currency_digits(code))::bigint END,
    sale_price = CASE WHEN sale_price = '' THEN '' ELSE trim_scale(round(sale_price::numeric, currency_digits(code)))::text END,
    sale_price_minor = CASE WHEN sale_price = '' THEN 0 ELSE round(sale_price::numeric * 10::numeric ^ currency_digits(code))::bigint END
  WHERE (price <> '' AND price_minor <> price::numeric * 10::numeric ^ currency_digits(code))
    OR (sale_price <> '' AND sale_price_minor <> sale_price::numeric * 10::numeric ^ currency_digits(code))
$$;

CREATE FUNCTION currency_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_minor_prices(NEW.value #>> '{}');
  RETURN NULL;
END
$$;
CREATE TRIGGER currency_changed AFTER INSERT OR UPDATE ON setting FOR EACH ROW WHEN (NEW.key = 'currency_code') EXECUTE FUNCTION currency_changed();

SELECT set_minor_prices(COALESCE((SELECT value #>> '{}' FROM setting WHERE key = 'currency_code'), 'USD'));

UPDATE ticket_order_item i SET price_minor = minor_of_hundredths(price_minor, o.currency),
  regular_price_minor = minor_of_hundredths(regular_price_minor, o.currency), sub_total_minor = minor_of_hundredths(sub_total_minor, o.currency)
  FROM ticket_order o WHERE o.id = i.order_id AND currency_digits(o.currency) <> 2;
UPDATE ticket_order SET total_minor = minor_of_hundredths(total_minor, currency), subtotal_minor = minor_of_hundredths(subtotal_minor, currency)
  WHERE currency_digits(currency) <> 2;
-- what was paid without a currency was paid in that of the site
UPDATE attendee SET currency = COALESCE((SELECT value #>> '{}' FROM setting WHERE key = 'currency_code'), 'USD')
  WHERE currency = '' AND price_paid_minor IS NOT NULL;
UPDATE attendee SET price_paid_minor = minor_of_hundredths(price_paid_minor, currency) WHERE currency_digits(currency) <> 2 AND price_paid_minor IS NOT NULL;
UPDATE checkout_line l SET price_minor = minor_of_hundredths(price_minor, c.currency), regular_price_minor = minor_of_hundredths(regular_price_minor, c.currency)
  FROM checkout c WHERE c.id = l.checkout_id AND currency_digits(c.currency) <> 2;
UPDATE payment SET amount_minor = minor_of_hundredths(amount_minor, currency), refund_due_minor = minor_of_hundredths(refund_due_minor, currency),
  refunding_minor = minor_of_hundredths(refunding_minor, currency), refunded_minor = minor_of_hundredths(refunded_minor, currency)
  WHERE currency_digits(currency) <> 2;
UPDATE refund SET amount_minor = minor_of_hundredths(amount_minor, currency) WHERE currency_digits(currency) <> 2;

DROP FUNCTION minor_of_hundredths(bigint, text);

"""The chain, made by the database itself, so that no caller can number or hash an entry wrongly.

An entry's hash covers the chain's name, its place, the hash before it and its body, one a line. The trigger runs as the
owner with a fixed search path; the row of the head is locked until the transaction ends, so that a chain has no forks.
"""

CHAIN = """
CREATE FUNCTION casino_journal_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    head public.casino_journal_head%ROWTYPE;
BEGIN
    SELECT * INTO head FROM public.casino_journal_head WHERE chain = NEW.chain FOR UPDATE;
    IF NOT FOUND THEN
        INSERT INTO public.casino_journal_head (chain, sequence, sha256)
        VALUES (NEW.chain, 0, repeat('0', 64)) ON CONFLICT (chain) DO NOTHING;
        SELECT * INTO STRICT head FROM public.casino_journal_head WHERE chain = NEW.chain FOR UPDATE;
    END IF;
    NEW.sequence := head.sequence + 1;
    NEW.previous_sha256 := head.sha256;
    NEW.sha256 := encode(sha256(convert_to(
        concat_ws(E'\\n', NEW.chain, NEW.sequence::text, NEW.previous_sha256, NEW.body), 'UTF8')), 'hex');
    UPDATE public.casino_journal_head SET sequence = NEW.sequence, sha256 = NEW.sha256 WHERE chain = NEW.chain;
    RETURN NEW;
END $$;
CREATE TRIGGER journal_chain BEFORE INSERT ON casino_journal FOR EACH ROW EXECUTE FUNCTION casino_journal_chain();
"""

UNCHAIN = "DROP TRIGGER journal_chain ON casino_journal; DROP FUNCTION casino_journal_chain();"

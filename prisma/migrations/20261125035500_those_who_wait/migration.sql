-- Whoever waits first for a ticket, and where anybody waits at all: without those who waited once.
CREATE INDEX waiting_entry_waiting ON waiting_entry (ticket_id, id) WHERE status = 'waiting';

-- The line that tells a request (20.6), in both languages: made when the form is written, so that lists and notices read no forms.
alter table ticket add column summary jsonb;

-- Tickets from before get theirs from a job, which finds them here.
create index ticket_without_summary on ticket (id) where summary is null;

-- Tickets that cannot be moved by their log alone are brought over by hand (25.11): which state takes in which, and why.
alter table workflow_move
  add column mapping json not null default '{}',
  add column comment text not null default '';
-- What was told of the steps of earlier moves is told in the same words.
update workflow_move set report = replace(report::text, '"reason":"kinds"', '"reason":"step"')::json where report is not null;

-- WF-14: a ticket for which nobody is there to act waits as an incident; unlike one that contradicts its log it does not rest.
alter table ticket_incident drop constraint ticket_incident_source_check;
alter table ticket_incident add constraint ticket_incident_source_check check (source in ('replay', 'commit', 'nobody'));
drop index ticket_incident_open;
create unique index ticket_incident_open on ticket_incident (ticket_id) where state = 'open' and source <> 'nobody';
create unique index ticket_incident_waiting on ticket_incident (ticket_id) where state = 'open' and source = 'nobody';

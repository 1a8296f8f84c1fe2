-- The approval of this task is signed: the state asks for it, its condition held, or the rank of the applicant wants it (WF-04).
alter table ticket_task add column must_sign boolean not null default false;

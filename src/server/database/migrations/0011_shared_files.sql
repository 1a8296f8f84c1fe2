-- What modules read of files, and the revision by which a decision says which state of a ticket it saw.

create view shared_file as
  select id, hash, name, uploader_id, created_at from file;
comment on view shared_file is 'Files as modules read them: the hash tells whether two hold the same content.';

create or replace view shared_ticket as
  select id, no, type, title, form_data, amount, applicant_id, dept_id, status, submitted_at, approved_at, finished_at, due_at, parent_id, revokes_id, revocation_id,
    summary, created_at, updated_at, deleted_at, revision
  from ticket;

-- A workflow may be shipped before its form: it is listed and proved, and nobody can apply by it.
alter table workflow add column is_offered boolean not null default true;

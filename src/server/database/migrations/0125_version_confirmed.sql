-- Who confirmed a version of a type whose workflows nobody publishes alone (SYS-137).
alter table workflow_version add column confirmed_by bigint references app_user;

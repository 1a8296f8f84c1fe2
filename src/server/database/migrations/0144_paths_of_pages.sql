-- `page` is the number of a list's page in every list call: a column of that name could not be filtered by.
alter table frontend_log rename column page to path;

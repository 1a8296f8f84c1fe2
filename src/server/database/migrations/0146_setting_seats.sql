-- Whose confirmations a change of the value needs; follows the declarations of the release at every start (SYS-137).
alter table config_item add column seats text[] not null default '{}';

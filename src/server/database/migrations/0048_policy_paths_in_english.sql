-- The paths that break a policy are said in both languages, as the policy is.
alter table workflow_policy add column broken_by_en text not null default '';

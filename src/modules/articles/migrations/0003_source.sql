-- ART-06: what stands behind an article that another module published, and alone takes it back.

alter table article add column source text;
create unique index article_source on article (source) where source is not null and deleted_at is null;

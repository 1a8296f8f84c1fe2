-- ART-03: when the message about what is published was sent; null as long as it waits for its time.

alter table article add column announced_at timestamptz;
update article set announced_at = publish_at where state = 'published' and publish_at <= now();
create index article_unannounced on article (publish_at) where state = 'published' and announced_at is null and deleted_at is null;

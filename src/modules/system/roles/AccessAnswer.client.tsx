import { Callout } from '@blueprintjs/core'
import { Chip } from '#src/client/components/ui/index.ts'
import { type Under, useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { AccessCheck, CheckedPermission } from '#src/define/answers/access.ts'

/** The decision, what it asks for and what bounds it. */
export function AccessAnswer({ check }: { readonly check: AccessCheck }) {
  const t = useT()
  const list = useList()
  const word = (key: Under<'role.check'>): string => t(`role.check.${key}`)
  const { person, target, isAllowed, verdict, permissions, limits } = check
  return (
    <section className="access-check-answer" aria-label={word(isAllowed ? 'may' : 'mayNot')}>
      <Callout intent={isAllowed ? 'success' : 'danger'} title={word(isAllowed ? 'may' : 'mayNot')} role="status">
        {verdict}
      </Callout>
      <dl className="access-check-facts">
        <dt>{word('person')}</dt>
        <dd>
          {person.name} · {person.deptName}
        </dd>
        <dt>{word('roles')}</dt>
        <dd>{person.roles.length === 0 ? word('noRoles') : list(person.roles)}</dd>
        <dt>{word('address')}</dt>
        <dd>
          {target.title} <code>{target.address}</code>
        </dd>
      </dl>
      <h3>{word(permissions.length > 1 ? 'anyOf' : 'permissions')}</h3>
      {permissions.length === 0 ? <p>{word('none')}</p> : null}
      <ul className="access-check-permissions">
        {permissions.map((one) => (
          <li key={one.permission}>
            <Permission permission={one} />
          </li>
        ))}
      </ul>
      {limits.length === 0 ? null : (
        <>
          <h3>{word('limits')}</h3>
          <ul>
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Permission({ permission }: { readonly permission: CheckedPermission }) {
  const t = useT()
  const list = useList()
  const word = (key: Under<'role.check'>): string => t(`role.check.${key}`)
  const { name, scope, roles, grantedBy } = permission
  return (
    <>
      <p>
        <strong>{name}</strong> <code>{permission.permission}</code>{' '}
        <Chip color={scope === null ? 'error' : 'success'}>{word(scope === null ? 'missing' : 'held')}</Chip>
      </p>
      <dl className="access-check-facts">
        {scope === null ? null : (
          <>
            <dt>{word('scope')}</dt>
            <dd>{scope}</dd>
          </>
        )}
        {roles.length === 0 ? null : (
          <>
            <dt>{word('by')}</dt>
            <dd>
              {roles.map((role) => (
                <span key={role.name} className="access-check-role">
                  {t('role.check.source', [role.name, role.scope])}
                </span>
              ))}
            </dd>
          </>
        )}
        {scope !== null ? null : (
          <>
            <dt>{word('grantedBy')}</dt>
            <dd>{grantedBy.length === 0 ? word('nobody') : list(grantedBy)}</dd>
          </>
        )}
      </dl>
    </>
  )
}

/** Names one after another. */
function useList(): (names: readonly string[]) => string {
  const separator = useLanguage() === 'en' ? ', ' : '、'
  return (names) => names.join(separator)
}

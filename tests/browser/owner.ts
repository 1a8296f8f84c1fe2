/** Those who own a group confirm what an administrator must not put in force alone (SYS-137). */
import { answer, type Site } from './harness.ts'

export async function confirmChange(site: Site, name: string, owners: readonly string[] = ['qin17']): Promise<void> {
  for (const [index, username] of owners.entries()) await confirmAs(site, name, username, index === owners.length - 1)
}

async function confirmAs(site: Site, name: string, username: string, isLast: boolean): Promise<void> {
  const owner = await site.signedIn(username, { path: '/workflow/proposal' })
  await owner.getByRole('button', { name: `查看“${name}”`, exact: true }).click()
  await owner.getByRole('dialog').getByRole('button', { name: '确认生效', exact: true }).click()
  await answer(owner, `确定让“${name}”的变更生效吗？`, '确认生效')
  await owner.getByText(isLast ? '已确认，变更已生效' : '已确认，还须其他确认人确认').waitFor()
  await owner.context().close()
}

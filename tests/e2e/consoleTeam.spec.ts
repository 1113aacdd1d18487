import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'

const FORBIDDEN = /^Failed to load resource: .* 403 \(Forbidden\)/
const CONFLICT = /^Failed to load resource: .* 409 \(Conflict\)/

test('An owner invites one address in a role, changes the role, and stays the last owner', {
  tag: '@deep',
}, async ({ merchant }) => {
  const { page: desk, button, field, dialog } = merchant
  const { email } = await merchant.register()
  await merchant.go('Account')
  const memberEmail = `member-${crypto.randomUUID()}@example.test`
  await desk.getByRole('radio', { name: /^Read only/ }).check()
  await field('Only for').fill(memberEmail)
  await button('Create invitation link').click()
  const link = (await desk.getByText(/#invitation=inv_/).textContent()) ?? ''
  await expect(desk.getByText(`Only for ${memberEmail}`)).toBeVisible()
  await inspectScreen(desk, 'an invitation for one address')

  const member = await merchant.openBrowser()
  await member.page.goto(link)
  // The service rejects an account with an address other than the invited address.
  member.problems.allow(FORBIDDEN)
  const typed = member.page.getByRole('textbox', { name: 'E-mail' })
  await typed.fill(`stranger-${crypto.randomUUID()}@example.test`)
  await member.page.getByLabel('Password').fill('correct horse battery staple')
  await member.button('Create account').click()
  await expect(member.page.getByText('This invitation is for another')).toBeVisible()
  await inspectScreen(member.page, 'the rejection of another address')
  await typed.fill(memberEmail)
  await member.page.getByLabel('Password').fill('correct horse battery staple')
  await member.button('Create account').click()
  await member.go('API keys')
  await expect(member.heading('No API key yet')).toBeVisible()
  await expect(member.button('Create API key')).toHaveCount(0)
  await expect(member.page.getByRole('link', { name: 'New payment link' })).toHaveCount(0)
  await inspectScreen(member.page, 'API keys of a member who may only read')

  await desk.reload()
  await button(`Change role: ${memberEmail}`).click()
  await inspectScreen(desk, 'the choice of a role')
  await dialog.getByRole('radio', { name: /^Developer/ }).check()
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expect(desk.getByText('Role changed.')).toBeVisible()

  // The new rights apply to the open session, without another sign-in.
  await member.page.reload()
  await member.button('Create API key').click()
  await expect(member.dialog.getByRole('checkbox')).toHaveCount(3)
  await member.field('Label').fill('Reports')
  await member.dialog.getByRole('checkbox', { name: /^Create/ }).uncheck()
  await member.dialog.getByRole('checkbox', { name: /^Manage/ }).uncheck()
  await member.dialog.getByRole('button', { name: 'Create API key' }).click()
  await member.dialog.getByRole('button', { name: 'I stored it' }).click()
  await expect(member.page.getByText('Rights: read', { exact: true })).toBeVisible()

  merchant.problems.allow(CONFLICT)
  await button(`Change role: ${email}`).click()
  await dialog.getByRole('radio', { name: /^Finance/ }).check()
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expect(dialog.getByText('This is the last owner.')).toBeVisible()
})

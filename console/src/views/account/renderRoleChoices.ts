import { html, type TemplateResult } from 'lit'
import type { Session } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { renderChoice } from '../../ui/renderField.ts'

type Role = Session['role']

/** Every role, most rights first. */
const ROLES = [
  'owner',
  'admin',
  'finance',
  'developer',
  'read-only',
] as const satisfies readonly Role[]

/** Finds the role in a form's field; null for any other text. */
export function findRole(text: string): Role | null {
  return ROLES.find((role) => role === text) ?? null
}

/** Renders the role choice, with each role's rights. Only owners can choose owner. */
export function renderRoleChoices(
  view: ConsoleView<SignedInContext>,
  { chosen }: { chosen: Role },
): TemplateResult {
  const { text, session } = view.context
  const { rights, members } = text
  const roles = ROLES.filter((role) => role !== 'owner' || session.role === 'owner')
  return html`<fieldset>
    <legend>${members.role}</legend>
    <div>
      ${roles.map((role) =>
        renderChoice({
          type: 'radio',
          name: 'role',
          value: role,
          label: rights.roles[role],
          hint: rights.roleHints[role],
          isChecked: role === chosen,
        }),
      )}
    </div>
  </fieldset>`
}

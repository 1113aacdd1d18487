import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { icons } from './icons.ts'

/** Renders the records that can still be used, or `empty` if there are none, and then the revoked records in a closed disclosure. */
export function renderRecords<R extends { readonly status: string }>(
  records: readonly R[],
  options: {
    readonly empty: () => unknown
    readonly revokedList: (count: number) => string
    readonly renderRecord: (record: R) => TemplateResult
  },
): TemplateResult {
  const live = records.filter(({ status }) => status !== 'revoked')
  const revoked = records.filter(({ status }) => status === 'revoked')
  return html`${
    live.length === 0
      ? options.empty()
      : html`<ul class="records">${live.map(options.renderRecord)}</ul>`
  }
  ${
    revoked.length === 0
      ? nothing
      : html`<details class="fold">
          <summary>${renderIcon(icons.chevron)}${options.revokedList(revoked.length)}</summary>
          <ul class="records">${revoked.map(options.renderRecord)}</ul>
        </details>`
  }`
}

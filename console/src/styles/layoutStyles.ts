import { css } from 'lit'

/** The pages, cards and notes of the console: wider and denser than the element, in the same tones. */
export const layoutStyles = css`
  :host {
    --_page: light-dark(#f4f5f8, #0e1013);
    max-inline-size: none;
    min-block-size: 0;
    container-type: normal;
  }
  h1 {
    margin: 0;
    font-size: 1.5rem;
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.018em;
    text-wrap: balance;
  }
  /* Each screen moves the focus to its title, which needs no outline, because it does not respond to keys. */
  h1:focus-visible {
    outline: none;
  }
  h1,
  h3,
  code {
    overflow-wrap: anywhere;
  }
  h3 {
    font-size: 0.9375rem;
  }
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.5rem;
  }
  .page-head {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    justify-content: space-between;
    gap: 1rem 2rem;
  }
  .page-head > div:first-child {
    display: grid;
    flex: 1 1 20rem;
    gap: 0.375rem;
    min-inline-size: 0;
  }
  .page-head p {
    max-inline-size: 62ch;
    color: var(--_text-muted);
  }
  .card {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    padding: clamp(1rem, 3vw, 1.5rem);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 1px 2px light-dark(#1018280a, #00000040);
  }
  .card-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }
  .stack.tight {
    gap: 0.375rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    min-inline-size: 0;
  }
  .row.apart {
    justify-content: space-between;
  }
  .crumb {
    justify-self: start;
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
    min-block-size: 1.75rem;
    color: var(--_text-muted);
    font-size: 0.8667em;
    text-decoration: none;
  }
  .crumb:hover {
    color: var(--_text);
  }

  .button {
    inline-size: auto;
    min-block-size: 2.5rem;
    padding: 0.375rem 0.875rem;
  }
  .button.compact {
    min-block-size: 2.25rem;
    padding: 0.25rem 0.75rem;
    font-size: 0.8667em;
  }
  .button.quiet {
    min-block-size: 2.25rem;
    margin: 0;
    padding: 0.25rem 0.625rem;
    font-size: 0.8667em;
  }
  .button.danger {
    color: var(--_danger);
  }
  .button.danger.primary {
    background: light-dark(#b3261e, #ff9a92);
    color: light-dark(#ffffff, #330d0a);
  }
  .button.danger.primary:hover {
    background: color-mix(in oklab, light-dark(#b3261e, #ff9a92) 88%, light-dark(#000, #fff));
  }
  .button svg {
    inline-size: 1.125em;
    block-size: 1.125em;
  }
  .button[aria-disabled='true'] {
    opacity: 0.7;
    cursor: progress;
  }
  .button .spinner {
    inline-size: 1em;
    block-size: 1em;
    border-color: currentColor;
    border-block-start-color: transparent;
  }
  .icon-button {
    inline-size: 2.25rem;
    block-size: 2.25rem;
    margin: -0.5rem 0;
  }
  .icon-button.close {
    margin: -0.5rem -0.5rem -0.5rem 0;
  }
  @media (pointer: coarse) {
    .button,
    .button.compact,
    .button.quiet,
    .icon-button {
      min-block-size: 44px;
    }
    .icon-button {
      inline-size: 44px;
      margin: -0.75rem -0.25rem;
    }
  }

  .note {
    align-items: flex-start;
  }
  .note > div,
  .note > p {
    flex: 1;
    min-inline-size: 0;
  }
  .badge {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    flex: none;
    padding: 0.125rem 0.5rem;
    border-radius: 999px;
    background: var(--_surface-raised);
    color: var(--_text-muted);
    font-size: 0.75rem;
    font-weight: 550;
    line-height: 1.5;
    white-space: nowrap;
  }
  .badge.success {
    background: var(--_success-surface);
    color: var(--_success);
  }
  .badge.warning {
    background: var(--_warning-surface);
    color: var(--_warning);
  }
  .badge.danger {
    background: var(--_danger-surface);
    color: var(--_danger);
  }
  .badge::before {
    content: '';
    inline-size: 0.4375rem;
    block-size: 0.4375rem;
    border-radius: 50%;
    background: currentColor;
  }
  .badge.plain::before {
    content: none;
  }
  .note {
    display: flex;
    gap: 0.625rem;
    padding: 0.75rem;
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
    font-size: 0.9333em;
  }
  .note svg {
    margin-block-start: 0.0625rem;
    color: var(--_text-muted);
  }
  .note.warning {
    background: var(--_warning-surface);
  }
  .note.warning svg {
    color: var(--_warning);
  }
  .note.error {
    background: var(--_danger-surface);
  }
  .note.error svg {
    color: var(--_danger);
  }
  .note.success {
    background: var(--_success-surface);
  }
  .note.success svg {
    color: var(--_success);
  }

  .spinner {
    flex: none;
    inline-size: var(--_icon-size);
    block-size: var(--_icon-size);
    border: 2px solid var(--_border);
    border-block-start-color: var(--_primary);
    border-radius: 50%;
    animation: spin 0.8s linear infinite;
  }
  @keyframes spin {
    to {
      transform: rotate(1turn);
    }
  }
  .skeleton {
    border-radius: 0.375rem;
    background: var(--_border);
    animation: pulse 1.4s ease-in-out infinite alternate;
  }
  .skeleton.title {
    inline-size: 34%;
    block-size: 1.125rem;
  }
  .skeleton.text {
    inline-size: 78%;
    block-size: 0.875rem;
  }
  @keyframes pulse {
    from {
      opacity: 0.9;
    }
    to {
      opacity: 0.45;
    }
  }
`

import { css } from 'lit'

/** Fields and their notes. */
export const formStyles = css`
  console-merchant-name,
  console-password {
    max-inline-size: 28rem;
  }
  form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.125rem;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.375rem;
  }
  label,
  legend,
  .label {
    padding: 0;
    font-weight: 550;
  }
  label .optional {
    margin-inline-start: 0.25rem;
    color: var(--_text-muted);
    font-size: 0.8667em;
    font-weight: 400;
  }
  fieldset {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    margin-block-end: 0.375rem;
  }
  legend.hint {
    font-weight: 400;
  }
  .hint,
  .field-error {
    font-size: 0.8667em;
    overflow-wrap: anywhere;
  }
  .hint {
    color: var(--_text-muted);
  }
  .field-error {
    color: var(--_danger);
  }
  input:not([type='radio'], [type='checkbox']),
  select,
  textarea {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 2.5rem;
    margin: 0;
    padding: 0.4375rem 0.75rem;
    border: var(--_border-width) solid var(--_control-border);
    border-radius: var(--_radius-button);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
  }
  select {
    appearance: none;
    padding-inline-end: 2.25rem;
    text-overflow: ellipsis;
    background-image:
      linear-gradient(45deg, transparent 50%, currentColor 50%),
      linear-gradient(-45deg, transparent 50%, currentColor 50%);
    background-position:
      right 1.125rem center,
      right 0.8125rem center;
    background-size: 0.3125rem 0.3125rem;
    background-repeat: no-repeat;
  }
  .language {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-inline-size: 0;
    font-weight: 400;
  }
  .language svg {
    flex: none;
  }
  @media (pointer: fine) {
    .language select {
      min-block-size: 2rem;
      padding-block: 0.1875rem;
      font-size: 0.9333em;
    }
  }
  textarea {
    min-block-size: 5.5rem;
    resize: vertical;
    line-height: 1.5;
  }
  input.mono,
  textarea.mono {
    font-family: var(--_font-mono);
    font-size: 0.8667em;
  }
  input:hover,
  select:hover,
  textarea:hover {
    border-color: var(--_text-muted);
  }
  [aria-invalid='true'] {
    border-color: var(--_danger) !important;
  }
  ::placeholder {
    color: var(--_text-muted);
    opacity: 1;
  }
  .choices {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    padding: 0.375rem 0.75rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr));
    gap: 1rem;
    align-items: start;
  }
  /* Short choices in as many columns as fit. */
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr));
    gap: 0 1rem;
  }
  .form-actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .form-actions.end {
    justify-content: flex-end;
  }

  .choice-line {
    display: flex;
    align-items: flex-start;
    gap: 0.625rem;
    padding: 0.375rem 0;
    font-weight: 400;
    cursor: pointer;
  }
  .choice-line > span {
    display: grid;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  input[type='radio'],
  input[type='checkbox'] {
    flex: none;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    margin: 0.1875rem 0 0;
    accent-color: var(--_primary);
  }
  .options {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-block-size: 21rem;
    overflow-y: auto;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
  }
  .option {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 3.25rem;
    padding: 0.5rem 0.75rem;
    font-weight: 400;
    cursor: pointer;
  }
  .option + .option {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .option:hover {
    background: var(--_surface-raised);
  }
  .option:has(:checked) {
    background: var(--_primary-surface);
  }
  .option:has(:focus-visible) {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  .option input {
    margin: 0;
    outline: none;
  }
  .option .grow {
    display: grid;
    flex: 1;
    min-inline-size: 0;
  }
  @media (pointer: coarse) {
    input:not([type='radio'], [type='checkbox']),
    select {
      min-block-size: 44px;
      font-size: max(1rem, 16px);
    }
    .choice-line {
      min-block-size: 44px;
      align-items: center;
    }
  }
`

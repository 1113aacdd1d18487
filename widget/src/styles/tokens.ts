import { css } from 'lit'

/**
 * The design tokens: public `--sp-*` variables, with their defaults behind private `--_*` names. The other sheets use only the private
 * names. Each colour pair that text uses has a contrast of at least 4.5:1 in both schemes; tokens.test.ts has the list.
 */
export const tokens = css`
  :host {
    --_primary: var(--sp-color-primary, light-dark(#17223f, #e8ecf6));
    --_link: var(--_primary);
    --_on-primary: var(--sp-color-on-primary, light-dark(#ffffff, #141b2d));
    --_surface: var(--sp-color-surface, light-dark(#ffffff, #15171c));
    --_surface-raised: var(--sp-color-surface-raised, light-dark(#f4f5f8, #1d2027));
    --_text: var(--sp-color-text, light-dark(#14171f, #eef0f5));
    --_text-muted: var(--sp-color-text-muted, light-dark(#5a6273, #a0a8b8));
    --_border: var(--sp-color-border, light-dark(#e3e6ec, #2d323c));
    --_success: var(--sp-color-success, light-dark(#0a7a43, #4fd08b));
    --_warning: var(--sp-color-warning, light-dark(#8a5300, #f0b555));
    --_danger: var(--sp-color-danger, light-dark(#b3261e, #ff9a92));
    --_focus: var(--sp-color-focus, light-dark(#1f4fd8, #8fb0ff));
    --_primary-surface: light-dark(#edeff5, #262c3a);
    --_success-surface: light-dark(#eaf7f0, #12281d);
    --_warning-surface: light-dark(#fdf3e1, #2c2211);
    --_danger-surface: light-dark(#fdeeed, #331a19);
    --_control-border: light-dark(#868e9e, #6e7686);
    --_rule: light-dark(#c9cedb, #414857);
    --_line: light-dark(#17223f17, #e8ecf614);
    --_font: var(--sp-font-family, system-ui, sans-serif);
    --_font-mono: var(--sp-font-family-mono, ui-monospace, Menlo, Consolas, monospace);
    --_font-size: var(--sp-font-size, 0.9375rem);
    --_font-size-amount: var(--sp-font-size-amount, 2.5rem);
    --_line-height: var(--sp-line-height, 1.5);
    --_radius: var(--sp-radius, 1.25rem);
    --_radius-button: var(--sp-radius-button, 0.75rem);
    --_space: var(--sp-space, 1rem);
    --_border-width: var(--sp-border-width, 1px);
    --_shadow: var(
      --sp-shadow,
      0 1px 2px light-dark(#1018280d, #00000066),
      0 12px 32px -12px light-dark(#1018281f, #00000080)
    );
    --_max-width: var(--sp-max-width, 26rem);
    --_min-height: var(--sp-min-height, 38rem);
    --_icon-size: var(--sp-icon-size, 1.25rem);
    --_control-height: max(44px, var(--sp-control-height, 3rem));
    --_transition: var(--sp-transition, 160ms);
  }
`

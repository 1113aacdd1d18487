import { css } from 'lit'

/** The additional styles of a paid payment: its seal, and the receipt that slides out. */
export const receiptStyles = css`
  .success-lead {
    display: grid;
    justify-items: center;
    gap: 0.25rem;
    padding-block: 0.75rem 0.25rem;
    text-align: center;
  }
  .success-lead h2 {
    font-size: 1.375em;
    letter-spacing: -0.015em;
  }
  /* The seal appears once, then the receipt slides out. */
  .tick {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: 3.5rem;
    block-size: 3.5rem;
    margin-block-end: 0.75rem;
    border-radius: 50%;
    background: var(--_success);
    color: var(--_surface);
    animation: set 420ms cubic-bezier(0.2, 0.9, 0.3, 1.3) both;
  }
  .tick::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: 50%;
    border: 2px solid var(--_success);
    opacity: 0;
    animation: ring 900ms 160ms ease-out;
  }
  .tick svg {
    inline-size: 1.75rem;
    block-size: 1.75rem;
    stroke-width: 2.5;
  }
  [part='receipt'] {
    --_hole: radial-gradient(circle at 50% 100%, #0000 3px, #000 3.5px) 50% 100% / 10px 6px repeat-x;
    padding-block-end: 0.75rem;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
    mask:
      var(--_hole),
      linear-gradient(#000 0 0) 0 0 / 100% calc(100% - 6px) no-repeat;
    animation: come 480ms 120ms ease-out both;
  }
  @keyframes set {
    from {
      opacity: 0;
      scale: 0.6;
    }
  }
  @keyframes ring {
    from {
      opacity: 0.6;
    }
    to {
      scale: 1.7;
    }
  }
  @keyframes come {
    from {
      opacity: 0;
      translate: 0 -8px;
    }
  }
  @media (forced-colors: active) {
    .tick {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
    [part='receipt'] {
      mask: none;
    }
  }
`

import { svg } from 'lit'

/** The icons that only the later screens have, drawn as icons.ts says. */
export const flowIcons = {
  cross: svg`<path d="m7 7 10 10M17 7 7 17"/>`,
  question: svg`<circle cx="12" cy="12" r="8.5"/><path d="M9.75 9.5a2.3 2.3 0 1 1 3.3 2.1c-.7.35-1.05.8-1.05 1.65M12 16.25h.01"/>`,
  printer: svg`<path d="M7.5 8.5V4h9v4.5M7.5 17H6a2 2 0 0 1-2-2v-4.5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2h-1.5"/><path d="M7.5 14h9v6h-9z"/>`,
  download: svg`<path d="M12 4v10.5m0 0 4-4m-4 4-4-4M5 19h14"/>`,
}

import { type SVGTemplateResult, svg } from 'lit'

/** The icons that only the later screens use, drawn as icons.ts describes. */
export const flowIcons: Readonly<Record<'cross' | 'question', SVGTemplateResult>> = {
  cross: svg`<path d="m7 7 10 10M17 7 7 17"/>`,
  question: svg`<circle cx="12" cy="12" r="8.5"/><path d="M9.75 9.5a2.3 2.3 0 1 1 3.3 2.1c-.7.35-1.05.8-1.05 1.65M12 16.25h.01"/>`,
}

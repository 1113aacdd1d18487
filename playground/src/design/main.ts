import { DesignStudio } from './design-studio.ts'

customElements.define('design-studio', DesignStudio)

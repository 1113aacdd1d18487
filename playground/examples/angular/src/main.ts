import { provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { Checkout } from './checkout'

bootstrapApplication(Checkout, { providers: [provideZonelessChangeDetection()] }).catch(
  (error: unknown) => console.error(error),
)

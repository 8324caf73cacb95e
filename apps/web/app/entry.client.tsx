import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { afterFirstFrame } from './lib/after-first-frame.ts'
import { keepReturn } from './lib/third-flow.ts'

keepReturn()

void afterFirstFrame().then(() => {
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
})

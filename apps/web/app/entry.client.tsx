import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepWatches } from './domains/watch/keep-watches.ts'
import { afterFirstFrame } from './lib/after-first-frame.ts'
import { keepFragment } from './lib/third-fragment.ts'

keepFragment()

void afterFirstFrame().then(() => {
  keepWatches()
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
})

import { useEffect } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { changeSettings, readSettings } from '../core/player-settings.ts'
import { playerTexts } from '../player-texts.ts'
import { showEffect, useChrome, useChromeState, type Chrome } from './chrome-context.ts'
import { ControlButton } from './control-button.tsx'
import styles from './plates.module.css'

const tailSec = 1

/** Which part that could be skipped a moment lies in. */
function skippableAt(
  sec: number,
  { openingEndSec, endingStartSec }: { openingEndSec: number; endingStartSec: number },
): 'opening' | 'ending' | null {
  if (sec < openingEndSec - tailSec) return 'opening'
  return endingStartSec > 0 && sec >= endingStartSec ? 'ending' : null
}

/** Offers to skip openings and endings, and skips them for those who said so: each once, so that one can go back. */
export function useSkipping(chrome: Chrome): void {
  const { player, store, about, actions } = chrome
  const words = useTexts(playerTexts)
  useEffect(() => store.setState({ skipsOpening: readSettings().skipsOpening }), [store])
  useEffect(() => {
    const skipped = new Set<string>()
    return player.on('timeChanged', ({ sec }) => {
      const part = skippableAt(sec, about)
      if (part !== store.getState().skippable) store.setState({ skippable: part })
      if (part === null || skipped.has(part) || store.getState().skipsOpening !== true) return
      skipped.add(part)
      if (part === 'opening') {
        player.seek(about.openingEndSec)
        showEffect(store, 'next', words.skippedOpening)
      } else if (about.next?.follows && !store.getState().isNextCancelled) actions.next()
    })
  }, [player, store, about, actions, words])
}

function choose(chrome: Chrome, skipsOpening: boolean): void {
  changeSettings({ skipsOpening })
  chrome.store.setState({ skipsOpening })
}

/** In the bar, once the viewer has answered. */
export function SkipToggle() {
  const chrome = useChrome()
  const words = useTexts(playerTexts)
  const skips = useChromeState(({ skipsOpening }) => skipsOpening)
  const { openingEndSec, endingStartSec } = chrome.about
  if (skips === null || (openingEndSec === 0 && endingStartSec === 0)) return null
  return (
    <ControlButton label={words.skipsOpening} isPressed={skips} press={() => choose(chrome, !skips)}>
      <span className={skips ? undefined : styles.off}>{words.skipsOpening}</span>
    </ControlButton>
  )
}

/** During the opening: one press skips it, this time and from now on. */
export function SkipPlate() {
  const chrome = useChrome()
  const words = useTexts(playerTexts)
  const part = useChromeState(({ skippable }) => skippable)
  const { player, about, actions } = chrome
  const canSkip = part === 'opening' || (part === 'ending' && about.next?.follows)
  const skip = (): void => {
    choose(chrome, true)
    if (part === 'opening') player.seek(about.openingEndSec)
    else actions.next()
  }
  useEffect(() => {
    if (!canSkip) return
    const onEnter = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.target !== document.body) return
      // What is offered comes before what the key means otherwise.
      event.preventDefault()
      skip()
    }
    addEventListener('keydown', onEnter, true)
    return () => removeEventListener('keydown', onEnter, true)
  })
  if (!canSkip || part === 'ending') return null
  return (
    <button type="button" className={styles.skip} onClick={skip} data-plate="skip">
      {words.skipOpening}
    </button>
  )
}

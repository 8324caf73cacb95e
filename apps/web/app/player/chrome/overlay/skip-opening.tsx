import { useEffect } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { changeSettings, readSettings } from '../../core/player-settings.ts'
import { playerTexts } from '../../player-texts.ts'
import { showFeedback, useChrome, useChromeState, type Chrome } from '../chrome-context.ts'
import { ControlButton } from '../controls/control-button.tsx'
import styles from './notices.module.css'

const tailSec = 1

/** The skippable part that contains a position. */
function skippableAt(
  sec: number,
  { openingEndSec, endingStartSec }: { openingEndSec: number; endingStartSec: number },
): 'opening' | 'ending' | null {
  if (sec < openingEndSec - tailSec) return 'opening'
  return endingStartSec > 0 && sec >= endingStartSec ? 'ending' : null
}

/**
 * Offers to skip openings and endings, or skips them automatically if the viewer chose so. Each is skipped once, so
 * that the viewer can seek back.
 */
export function useSkipping(chrome: Chrome): void {
  const { player, store, metadata, actions } = chrome
  const texts = useTexts(playerTexts)
  useEffect(() => store.setState({ skipsOpening: readSettings().skipsOpening }), [store])
  useEffect(() => {
    const skipped = new Set<string>()
    return player.on('timeChanged', ({ sec }) => {
      const part = skippableAt(sec, metadata)
      if (part !== store.getState().skippable) store.setState({ skippable: part })
      if (part === null || skipped.has(part) || store.getState().skipsOpening !== true) return
      skipped.add(part)
      if (part === 'opening') {
        player.seek(metadata.openingEndSec)
        showFeedback(store, 'next', texts.skippedOpening)
      } else if (metadata.next?.follows && !store.getState().isNextCancelled) actions.next()
    })
  }, [player, store, metadata, actions, texts])
}

function storeSkipsOpening(chrome: Chrome, skipsOpening: boolean): void {
  changeSettings({ skipsOpening })
  chrome.store.setState({ skipsOpening })
}

/** Toggle in the control bar, shown once the viewer has decided. */
export function SkipToggle() {
  const chrome = useChrome()
  const texts = useTexts(playerTexts)
  const skips = useChromeState(({ skipsOpening }) => skipsOpening)
  const { openingEndSec, endingStartSec } = chrome.metadata
  if (skips === null || (openingEndSec === 0 && endingStartSec === 0)) return null
  return (
    <ControlButton label={texts.skipsOpening} isPressed={skips} onPress={() => storeSkipsOpening(chrome, !skips)}>
      <span className={skips ? undefined : styles.off}>{texts.skipsOpening}</span>
    </ControlButton>
  )
}

/** Button during the opening: a press skips it and turns automatic skipping on. */
export function SkipButton() {
  const chrome = useChrome()
  const texts = useTexts(playerTexts)
  const part = useChromeState(({ skippable }) => skippable)
  const { player, metadata, actions } = chrome
  const canSkip = part === 'opening' || (part === 'ending' && metadata.next?.follows)
  const skip = (): void => {
    storeSkipsOpening(chrome, true)
    if (part === 'opening') player.seek(metadata.openingEndSec)
    else actions.next()
  }
  useEffect(() => {
    if (!canSkip) return
    const onEnter = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.target !== document.body) return
      // The offered action takes precedence over the key's usual command.
      event.preventDefault()
      skip()
    }
    addEventListener('keydown', onEnter, true)
    return () => removeEventListener('keydown', onEnter, true)
  })
  if (!canSkip || part === 'ending') return null
  return (
    <button type="button" className={styles.skip} onClick={skip} data-plate="skip">
      {texts.skipOpening}
    </button>
  )
}

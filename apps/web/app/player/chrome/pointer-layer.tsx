import { useEffect, useRef } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { playerTexts } from '../player-texts.ts'
import { useChrome } from './chrome-context.ts'
import { PictureInput } from './picture-input.ts'
import styles from './player-frame.module.css'

/** Takes pointer and fingers over the picture. */
export function PointerLayer() {
  const chrome = useChrome()
  const words = useTexts(playerTexts)
  const layer = useRef<HTMLDivElement>(null)
  const latest = useRef(chrome)
  useEffect(() => {
    latest.current = chrome
  }, [chrome])
  useEffect(() => {
    if (!layer.current) return
    const input = new PictureInput(() => latest.current, layer.current, words)
    return () => input.destroy()
  }, [words])
  return <div ref={layer} className={styles.pointer} data-picture />
}

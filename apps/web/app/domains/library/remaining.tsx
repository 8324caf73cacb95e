import type { HistoryItem } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { remainingText } from './item-texts.ts'
import { libraryTexts } from './library-texts.ts'
import { useItemSpoiler } from './use-item-spoiler.ts'

/** What is left to watch. Readers who hide scores see of a match how far they watched, not how long it was. */
export function Remaining({ item }: { item: HistoryItem }) {
  const texts = useTexts(libraryTexts)
  const spoiler = useItemSpoiler(item)
  const text = remainingText(item, texts)
  if (spoiler === undefined) return text
  return (
    <>
      <span data-spoiler={spoiler}>{text}</span>
      <span data-spoiler-cover="">{remainingText({ ...item, duration: 0 }, texts)}</span>
    </>
  )
}

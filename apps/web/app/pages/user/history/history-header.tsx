import { useId } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { Chips } from '../../../ui/chips.tsx'
import { Icon } from '../../../ui/icons/icons.tsx'
import styles from './history-header.module.css'
import { historyTexts } from './history-texts.ts'
import type { History, HistoryKind } from './use-history.ts'
import area from '../user-area.module.css'

const kinds: readonly HistoryKind[] = ['all', 'tv', 'vod', 'live', 'match']

interface HistoryHeaderProps {
  history: History
  isManaging: boolean
  manage: () => void
}

/** Heading with filter, search and management. */
export function HistoryHeader({ history, isManaging, manage }: HistoryHeaderProps) {
  const texts = useTexts(historyTexts)
  const searchId = useId()
  const hasNoItems = history.list.items.length === 0
  // A history without matches can still be cleared.
  const isEmpty = hasNoItems && history.kind === 'all' && history.debouncedQuery === ''
  return (
    <div className={area.head}>
      <h1 className={area.title}>{texts.title}</h1>
      <div className={styles.kinds}>
        <Chips
          label={texts.kinds}
          options={kinds.map((value) => ({ value, text: texts[value] }))}
          chosen={history.kind}
          choose={history.setKind}
        />
      </div>
      <div className={styles.tools}>
        <label htmlFor={searchId} className={styles.search}>
          <span className="unseen">{texts.search}</span>
          <Icon name="search" size={16} />
          <input
            id={searchId}
            type="search"
            maxLength={40}
            placeholder={texts.search}
            value={history.query}
            onChange={({ target }) => history.setQuery(target.value)}
          />
        </label>
        <button
          type="button"
          className={styles.word}
          aria-pressed={isManaging}
          disabled={hasNoItems && !isManaging}
          onClick={manage}
        >
          {isManaging ? texts.done : texts.manage}
        </button>
        <button type="button" className={styles.word} disabled={isEmpty} onClick={() => void history.clear()}>
          {texts.clear}
        </button>
      </div>
    </div>
  )
}

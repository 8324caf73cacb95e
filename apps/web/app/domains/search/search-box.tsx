import { hotKeywordHighlighted } from '@yunmu/contract/constants'
import { searchQuery } from '@yunmu/contract/search-query'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, rankUrl, searchUrl } from '../../lib/urls.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { useDebounced } from '../../ui/behaviour/use-debounced.ts'
import { ListboxContext, OptionButton, OptionLink } from './option.tsx'
import type { SearchBoxProps, SearchVariant } from './search-field.tsx'
import { clearHistory, readHistory, searchHistory } from './search-history.ts'
import styles from './search-box.module.css'
import { searchTexts } from './search-texts.ts'
import { Suggestions } from './suggestions.tsx'
import { todayCall } from './today-call.ts'
import { useSearchField, type SearchFieldState } from './use-search-field.ts'

const maxUpdates = 6
/** Debounce of the typed text, milliseconds. */
const debounceMs = 80

/** Panel below the search input: suggestions while typing, otherwise recent searches and hot keywords. */
export function SearchBox(props: SearchBoxProps) {
  const list = useRef<HTMLDivElement>(null)
  const { isShown, ...state } = useSearchField(props, list)
  return isShown && <Panel {...state} variant={props.variant} list={list} />
}

interface PanelProps extends Omit<SearchFieldState, 'isShown'> {
  variant: SearchVariant
  list: RefObject<HTMLDivElement | null>
}

function Panel({ variant, list, id, text, active, dismiss }: PanelProps) {
  const texts = useTexts(searchTexts)
  const [announcement, announce] = useState('')
  useLayoutEffect(readHistory, [])
  const query = searchQuery(useDebounced(text, debounceMs))
  const isTyping = text.trim() !== ''
  return (
    <ListboxContext value={{ active, dismiss }}>
      {variant === 'header' && createPortal(<div className={styles.scrim} />, document.body)}
      {/* Keeps the focus in the input: losing it would close the panel before the click. */}
      <div
        className={styles.panel}
        data-look={variant}
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
      >
        <div ref={list} id={id} role="listbox" aria-label={texts.suggestions} className={styles.columns}>
          <div className={styles.left}>
            {isTyping && <Suggestions text={text} query={query} announce={announce} />}
            <RecentSearches isTyping={isTyping} />
          </div>
          <HotKeywords />
        </div>
        <p role="status" className="unseen">
          {announcement}
        </p>
      </div>
    </ListboxContext>
  )
}

interface GroupProps {
  heading: string
  /** Content at the end of the heading's row. */
  end?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Options with a heading. */
function Group({ heading, end, className, children }: GroupProps) {
  return (
    <div role="group" aria-label={heading} className={classNames(styles.group, className)}>
      <span className={styles.head}>
        {heading}
        {end}
      </span>
      {children}
    </div>
  )
}

/** Recent searches; without any, today's updates. */
function RecentSearches({ isTyping }: { isTyping: boolean }) {
  const texts = useTexts(searchTexts)
  const history = useStore(searchHistory, ({ list }) => list)
  if (history.length === 0) return isTyping ? null : <TodayUpdates />
  const clear = (
    <OptionButton className={styles.clear} onClick={clearHistory}>
      <Icon name="trash" size={14} />
      {texts.clear}
    </OptionButton>
  )
  return (
    <Group heading={texts.history} end={clear} className={styles.history}>
      <div className={styles.chips} data-line={isTyping || undefined}>
        {history.map((query) => (
          <OptionLink key={query} to={searchUrl({ q: query })} className={styles.chip}>
            {query}
          </OptionLink>
        ))}
      </div>
    </Group>
  )
}

function TodayUpdates() {
  const texts = useTexts(searchTexts)
  const { data } = useCall('vodUpdates', todayCall)
  const list = data?.list ?? []
  const out = list.filter(({ aired }) => aired).toReversed()
  const shown = [...out, ...list.filter(({ aired }) => !aired)].slice(0, maxUpdates)
  if (data && shown.length === 0)
    return (
      <>
        <span className={styles.sentence}>{texts.hint}</span>
        <OptionLink to={rankUrl()} className={styles.row}>
          <Icon name="rank" size={18} />
          <span className={styles.text}>{texts.rank}</span>
        </OptionLink>
      </>
    )
  return (
    <Group heading={texts.today}>
      {shown.map(({ title, whole, name }) => (
        <OptionLink key={title.id} to={detailsUrl(title)} className={styles.row}>
          <Icon name="film" size={18} />
          <span className={styles.text}>{title.name}</span>
          <span className={styles.remark}>{whole ? title.remarks : name}</span>
        </OptionLink>
      ))}
    </Group>
  )
}

function HotKeywords() {
  const texts = useTexts(searchTexts)
  const words = useCall('indexSearchHotKeywords', {}).data?.list ?? []
  if (words.length === 0) return null
  return (
    <div className={styles.right}>
      <Group heading={texts.hot}>
        {words.map(({ word, remark }, at) => (
          <OptionLink
            key={word}
            to={searchUrl({ q: word })}
            className={styles.hot}
            data-top={at < hotKeywordHighlighted || undefined}
          >
            <span className={styles.rank}>{at + 1}</span>
            <span className={styles.text}>{word}</span>
            <span className={styles.remark}>{remark}</span>
          </OptionLink>
        ))}
      </Group>
    </div>
  )
}

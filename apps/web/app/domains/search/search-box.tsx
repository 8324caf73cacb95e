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
import { ChosenOption, OptionButton, OptionLink } from './option.tsx'
import type { SearchBoxProps, SearchLook } from './search-field.tsx'
import { clearHistory, readHistory, searchHistory } from './search-history.ts'
import styles from './search-box.module.css'
import { searchTexts } from './search-texts.ts'
import { Suggestions } from './suggestions.tsx'
import { todayCall } from './today-call.ts'
import { useSearchField, type SearchFieldState } from './use-search-field.ts'

const todayShown = 6
/** How long the typing rests before anybody is asked, milliseconds. */
const restMs = 80

/** What may be chosen under the field: suggestions while somebody types; else the own history, and what others look for. */
export function SearchBox(props: SearchBoxProps) {
  const list = useRef<HTMLDivElement>(null)
  const { isShown, ...state } = useSearchField(props, list)
  return isShown && <Panel {...state} look={props.look} list={list} />
}

interface PanelProps extends Omit<SearchFieldState, 'isShown'> {
  look: SearchLook
  list: RefObject<HTMLDivElement | null>
}

function Panel({ look, list, id, text, active, leave }: PanelProps) {
  const texts = useTexts(searchTexts)
  const [said, say] = useState('')
  useLayoutEffect(readHistory, [])
  const query = searchQuery(useDebounced(text, restMs))
  const isTyping = text.trim() !== ''
  return (
    <ChosenOption value={{ active, leave }}>
      {look === 'header' && createPortal(<div className={styles.scrim} />, document.body)}
      {/* The focus stays in the field, so that a press does not close what it is on. */}
      <div
        className={styles.panel}
        data-look={look}
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
      >
        <div ref={list} id={id} role="listbox" aria-label={texts.suggestions} className={styles.columns}>
          <div className={styles.left}>
            {isTyping && <Suggestions text={text} query={query} say={say} />}
            <OwnSearches isTyping={isTyping} />
          </div>
          <HotWords />
        </div>
        <p role="status" className="unseen">
          {said}
        </p>
      </div>
    </ChosenOption>
  )
}

interface GroupProps {
  head: string
  /** At the end of the head's line. */
  end?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Options under a head. */
function Group({ head, end, className, children }: GroupProps) {
  return (
    <div role="group" aria-label={head} className={classNames(styles.group, className)}>
      <span className={styles.head}>
        {head}
        {end}
      </span>
      {children}
    </div>
  )
}

/** What was searched for in this browser; while there is nothing, what came out today. */
function OwnSearches({ isTyping }: { isTyping: boolean }) {
  const texts = useTexts(searchTexts)
  const history = useStore(searchHistory, ({ list }) => list)
  if (history.length === 0) return isTyping ? null : <Today />
  const clear = (
    <OptionButton className={styles.clear} onClick={clearHistory}>
      <Icon name="trash" size={14} />
      {texts.clear}
    </OptionButton>
  )
  return (
    <Group head={texts.history} end={clear} className={styles.history}>
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

function Today() {
  const texts = useTexts(searchTexts)
  const { data } = useCall('vodUpdates', todayCall)
  const list = data?.list ?? []
  const out = list.filter(({ aired }) => aired).toReversed()
  const shown = [...out, ...list.filter(({ aired }) => !aired)].slice(0, todayShown)
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
    <Group head={texts.today}>
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

function HotWords() {
  const texts = useTexts(searchTexts)
  const words = useCall('indexSearchHotKeywords', {}).data?.list ?? []
  if (words.length === 0) return null
  return (
    <div className={styles.right}>
      <Group head={texts.hot}>
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

import type { Suggestion } from '@yunmu/contract'
import { totalCap } from '@yunmu/contract/constants'
import { searchQuery } from '@yunmu/contract/search-query'
import { use, useEffect, type ReactNode } from 'react'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import {
  channelUrl,
  competitionUrl,
  detailsUrl,
  matchUrl,
  personUrl,
  searchUrl,
  teamUrl,
  vodUrl,
} from '../../lib/urls.ts'
import { Icon, type IconName } from '../../ui/icons/icons.tsx'
import { Marked } from './marked.tsx'
import { areSuggestionsFor } from './option-rules.ts'
import { ListboxContext, OptionLink } from './option.tsx'
import panel from './search-box.module.css'
import { searchTexts } from './search-texts.ts'
import styles from './suggestions.module.css'
import { useSuggestions } from './use-suggestions.ts'

type Reply = ReplyFrom<'indexSearchKeywords'>

interface SuggestionsProps {
  text: string
  query: string
  announce: (words: string) => void
}

/**
 * Suggestions for the typed text. The last option searches for the text itself. `query` is the debounced text;
 * `announce` sends text to screen readers.
 */
export function Suggestions({ text, query, announce }: SuggestionsProps) {
  const texts = useTexts(searchTexts)
  const { reply, isFailed, isPending } = useSuggestions(query)
  const isStale = !areSuggestionsFor(text, query, isPending)
  const isEmpty = !isStale && reply !== undefined && reply.best === null && reply.list.length === 0
  const sentence = isFailed ? texts.failed : isEmpty ? texts.nothing(query) : ''
  const announcement = sentence || (reply ? texts.count(reply.list.length + (reply.best ? 1 : 0)) : '')
  useEffect(() => {
    announce(announcement)
    return () => announce('')
  }, [announce, announcement])
  const typed = searchQuery(text) || text.trim()
  return (
    <>
      <StaleScope isStale={isStale}>{reply?.best && <BestMatch {...reply.best} />}</StaleScope>
      {sentence !== '' && <span className={panel.sentence}>{sentence}</span>}
      <div role="group" aria-label={texts.more} className={styles.more}>
        <StaleScope isStale={isStale}>
          {reply?.list.map((suggestion) => (
            <SuggestionRow key={`${suggestion.kind} ${idOf(suggestion)} ${suggestion.text}`} suggestion={suggestion} />
          ))}
        </StaleScope>
        <OptionLink to={searchUrl({ q: typed })} className={panel.row}>
          <Icon name="search" size={18} />
          <span className={panel.text}>
            <Marked text={typed} marks={[[0, typed.length]]} />
          </span>
          <span className={panel.remark}>
            {!isStale && reply && reply.total > 0 && texts.all(reply.total >= totalCap ? '999+' : String(reply.total))}
          </span>
        </OptionLink>
      </div>
    </>
  )
}

/** Marks options that belong to an older text. */
function StaleScope({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return <ListboxContext value={{ ...use(ListboxContext), isStale }}>{children}</ListboxContext>
}

function BestMatch({ title, marks, by }: NonNullable<Reply['best']>) {
  const texts = useTexts(searchTexts)
  const pictures = usePictures()
  const facts = [title.typeName, title.year || '', ...title.genres.slice(0, 2)].filter(Boolean).join(' · ')
  return (
    <div role="group" aria-label={texts.best} className={panel.group}>
      <span className={panel.head}>{texts.best}</span>
      <div className={styles.best}>
        <OptionLink to={detailsUrl(title)} className={styles.title}>
          <img {...pictures(title.img, 'poster')} sizes="84px" width={84} height={120} alt="" />
          <span className={styles.words}>
            <span className={styles.name}>
              <Marked text={title.name} marks={marks} />
            </span>
            {by && (
              <span>
                {texts.alias} <Marked text={by.text} marks={by.marks} />
              </span>
            )}
            <span>{facts}</span>
            <span className={styles.state}>
              <span>{title.remarks}</span>
              {title.score > 0 && <span>{texts.points(title.score.toFixed(1))}</span>}
            </span>
          </span>
        </OptionLink>
        <OptionLink
          to={vodUrl({ ...title, level: 1 })}
          className={styles.play}
          aria-label={texts.playTitle(title.name)}
          data-beside
        >
          <Icon name="play" size={18} />
          {texts.play}
        </OptionLink>
      </div>
    </div>
  )
}

const idOf = (suggestion: Suggestion): number => (suggestion.kind === 'channel' ? suggestion.channel.id : suggestion.id)

function addressOf(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'channel':
      return channelUrl(suggestion.channel)
    case 'team':
      return teamUrl(suggestion.id)
    case 'competition':
      return competitionUrl({ id: suggestion.id })
    case 'match':
      return matchUrl({ id: suggestion.id, stream: 0 })
    case 'person':
      return personUrl(suggestion.text)
    default:
      return detailsUrl(suggestion)
  }
}

const icons: Record<Suggestion['kind'], IconName> = {
  title: 'film',
  alias: 'film',
  person: 'person',
  channel: 'screen',
  team: 'ball',
  competition: 'ball',
  match: 'ball',
}

function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const { kind, text, marks, remark } = suggestion
  return (
    <OptionLink to={addressOf(suggestion)} className={panel.row}>
      <Icon name={icons[kind]} size={18} />
      <span className={panel.text}>
        <Marked text={text} marks={marks} />
      </span>
      <span className={panel.remark}>{remark}</span>
    </OptionLink>
  )
}

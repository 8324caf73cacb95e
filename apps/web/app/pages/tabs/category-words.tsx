import { Link } from 'react-router'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl, rankUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './category-words.module.css'
import { tabsTexts } from './tabs-texts.ts'

interface CategoryWordsProps {
  id: number
  /** As addresses carry it. */
  name: string
  /** Whether nothing stands above: there is no picture to stand under. */
  isFirst: boolean
}

/** The ways into a category: its children and its genres. Addresses carry the simplified words, whatever is shown. */
export function CategoryWords({ id, name, isFirst }: CategoryWordsProps) {
  const texts = useTexts(tabsTexts)
  const find = (script?: 's') => ({ id, script })
  const source = useCategory(find('s'))
  const shown = useCategory(find()) ?? source
  if (!source || !shown) return null
  const children = source.children.map((child, at) => ({
    text: shown.children[at]?.name ?? child.name,
    to: browseUrl(child.name),
  }))
  const genres = source.genres.map((genre, at) => ({
    text: shown.genres[at] ?? genre,
    to: browseUrl(name, { genre }),
  }))
  return (
    <nav className={styles.words} aria-label={texts.ways(shown.name)} data-first={isFirst || undefined}>
      <Words label={texts.channels} words={children} />
      <Words label={texts.genres} words={genres} />
      <p className={styles.all}>
        <Link to={browseUrl(name)}>
          {texts.whole(shown.name)}
          <Icon name="next" size={14} />
        </Link>
        <Link to={rankUrl({ type: id })}>
          {texts.board}
          <Icon name="next" size={14} />
        </Link>
      </p>
    </nav>
  )
}

function useCategory({ id, script }: { id: number; script: 's' | undefined }) {
  const { data } = useCall('vodListType', {}, script === undefined ? {} : { script })
  return data?.list.find((category) => category.id === id)
}

function Words({ label, words }: { label: string; words: readonly { text: string; to: string }[] }) {
  if (words.length === 0) return null
  return (
    <div className={styles.line}>
      <span className={styles.label}>{label}</span>
      <ul className={styles.list}>
        {words.map(({ text, to }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

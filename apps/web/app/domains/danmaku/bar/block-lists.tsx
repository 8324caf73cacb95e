import { danmakuListBounds } from '@yunmu/contract'
import { patternError } from '@yunmu/danmaku'
import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '../../../lib/text/texts.ts'
import { Icon } from '../../../ui/icons/icons.tsx'
import { danmakuTexts } from '../danmaku-texts.ts'
import styles from './settings-panel.module.css'
import { withEntry } from '../stores/settings-rules.ts'
import { changeSettings, danmakuSettings } from '../stores/settings-store.ts'

const lists = ['words', 'patterns', 'users'] as const
type List = (typeof lists)[number]

/** The viewer's block lists: words, regular expressions, users. */
export function BlockLists() {
  const texts = useTexts(danmakuTexts)
  const [list, setList] = useState<List>('words')
  const entries = useStore(danmakuSettings, ({ settings }) => settings[list])
  const remove = (entry: string): void => changeSettings({ [list]: entries.filter((one) => one !== entry) })
  return (
    <div className={styles.lists} role="group" aria-label={texts.hidden}>
      <div className={styles.tabs}>
        {lists.map((name) => (
          <button key={name} type="button" aria-pressed={name === list} onClick={() => setList(name)}>
            {texts[name]}
          </button>
        ))}
      </div>
      {list !== 'users' && <Entry key={list} list={list} entries={entries} />}
      <div className={styles.chips}>
        {entries.length === 0 && texts.noEntries}
        {entries.map((entry) => (
          <span key={entry} className={styles.chip}>
            <span>{list === 'users' ? texts.someUser(entry) : entry}</span>
            <button type="button" aria-label={texts.remove(entry)} onClick={() => remove(entry)}>
              <Icon name="close" size={14} />
            </button>
          </span>
        ))}
      </div>
    </div>
  )
}

function Entry({ list, entries }: { list: 'words' | 'patterns'; entries: readonly string[] }) {
  const texts = useTexts(danmakuTexts)
  const [text, setText] = useState('')
  const error = list === 'patterns' && text !== '' ? patternError(text) : null
  const add = (event: FormEvent): void => {
    event.preventDefault()
    const entry = text.trim()
    if (entry === '' || error) return
    changeSettings({ [list]: withEntry(entries, entry, danmakuListBounds[list].maxEntries) })
    setText('')
  }
  return (
    <>
      <form className={styles.entry} onSubmit={add}>
        <input
          value={text}
          maxLength={danmakuListBounds[list].maxLength}
          aria-label={list === 'words' ? texts.wordHint : texts.patternHint}
          placeholder={list === 'words' ? texts.wordHint : texts.patternHint}
          aria-invalid={error !== null || undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">{texts.add}</button>
      </form>
      {error && (
        <p className={styles.fault} role="alert">
          {error === 'tooLong' ? texts.patternTooLong : texts.patternUnreadable}
        </p>
      )}
    </>
  )
}

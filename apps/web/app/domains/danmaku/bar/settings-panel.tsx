import { plainDanmakuSettings, type DanmakuSettings } from '@yunmu/contract'
import type { CSSProperties, ReactNode } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '../../../lib/text/texts.ts'
import { danmakuTexts } from '../danmaku-texts.ts'
import { HiddenLists } from './hidden-lists.tsx'
import styles from './settings-panel.module.css'
import { changeSettings, danmakuSettings } from '../stores/settings-store.ts'
import { WordChip } from './word-chip.tsx'

const areas = [25, 50, 75, 100] as const
const densities = ['all', 'some', 'few'] as const
const kinds = ['scroll', 'top', 'bottom', 'color'] as const

/** How danmaku are to be. Every change acts at once, on those that fly already too. */
export function SettingsPanel() {
  const texts = useTexts(danmakuTexts)
  const settings = useStore(danmakuSettings, (state) => state.settings)
  const { opacity, size, speed, level } = settings
  const toggle = (name: 'scroll' | 'top' | 'bottom' | 'color' | 'merge' | 'clearOfSubtitles'): void =>
    changeSettings({ [name]: !settings[name] })
  return (
    <div className={styles.panel}>
      <Range
        name={texts.opacity}
        {...{ value: opacity, least: 10, most: 100, step: 2, text: texts.percent(opacity) }}
        change={(value) => changeSettings({ opacity: value })}
      />
      <Range
        name={texts.size}
        {...{ value: size, least: 50, most: 170, step: 10, text: texts.percent(size) }}
        change={(value) => changeSettings({ size: value })}
      />
      <Range
        name={texts.speed}
        {...{ value: speed, least: 1, most: 5, step: 1, text: texts.speeds[speed - 1] ?? '' }}
        change={(value) => changeSettings({ speed: value })}
      />
      <Range
        name={texts.level}
        {...{ value: level, least: 0, most: 10, step: 1, text: level === 0 ? texts.levelOff : String(level) }}
        change={(value) => changeSettings({ level: value })}
      />
      <Words name={texts.area}>
        {areas.map((area) => (
          <WordChip key={area} isChosen={settings.area === area} press={() => changeSettings({ area })}>
            {texts.areas[area]}
          </WordChip>
        ))}
      </Words>
      <Words name={texts.density}>
        {densities.map((density) => (
          <WordChip key={density} isChosen={settings.density === density} press={() => changeSettings({ density })}>
            {texts.densities[density]}
          </WordChip>
        ))}
      </Words>
      <Words name={texts.kinds}>
        {kinds.map((kind) => (
          <WordChip key={kind} isChosen={settings[kind]} press={() => toggle(kind)}>
            {texts.kindNames[kind]}
          </WordChip>
        ))}
      </Words>
      <Words name={texts.more}>
        {(['merge', 'clearOfSubtitles'] as const).map((name) => (
          <WordChip key={name} isChosen={settings[name]} press={() => toggle(name)}>
            {texts[name]}
          </WordChip>
        ))}
      </Words>
      <HiddenLists />
      <button type="button" className={styles.foot} onClick={() => changeSettings(withoutLists(settings))}>
        {texts.reset}
      </button>
    </div>
  )
}

/** As at the first visit, but for what was collected over time. */
const withoutLists = ({ words, patterns, users }: DanmakuSettings): DanmakuSettings => ({
  ...plainDanmakuSettings,
  words,
  patterns,
  users,
})

interface RangeProps {
  name: string
  value: number
  least: number
  most: number
  step: number
  /** The value in words. */
  text: string
  change: (value: number) => void
}

function Range({ name, value, least, most, step, text, change }: RangeProps) {
  const share = `${((value - least) / (most - least)) * 100}%`
  return (
    <label className={styles.row}>
      <span className={styles.name}>{name}</span>
      <input
        type="range"
        className={styles.range}
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={text}
        style={{ '--share': share } satisfies CSSProperties & Record<'--share', string>}
        onChange={(event) => change(event.target.valueAsNumber)}
      />
      <span className={styles.value}>{text}</span>
    </label>
  )
}

function Words({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <div className={styles.wide}>{children}</div>
    </div>
  )
}

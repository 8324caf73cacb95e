import { defaultDanmakuSettings, type DanmakuSettings } from '@yunmu/contract'
import type { CSSProperties, ReactNode } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '../../../lib/text/texts.ts'
import { danmakuTexts } from '../danmaku-texts.ts'
import { BlockLists } from './block-lists.tsx'
import styles from './settings-panel.module.css'
import { changeSettings, danmakuSettings } from '../stores/settings-store.ts'
import { OptionChip } from './option-chip.tsx'

const areas = [25, 50, 75, 100] as const
const densities = ['all', 'some', 'few'] as const
const kinds = ['scroll', 'top', 'bottom', 'color'] as const

/** Danmaku settings. Changes apply at once, also to danmaku already on the screen. */
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
        {...{ value: opacity, min: 10, max: 100, step: 2, text: texts.percent(opacity) }}
        change={(value) => changeSettings({ opacity: value })}
      />
      <Range
        name={texts.size}
        {...{ value: size, min: 50, max: 170, step: 10, text: texts.percent(size) }}
        change={(value) => changeSettings({ size: value })}
      />
      <Range
        name={texts.speed}
        {...{ value: speed, min: 1, max: 5, step: 1, text: texts.speeds[speed - 1] ?? '' }}
        change={(value) => changeSettings({ speed: value })}
      />
      <Range
        name={texts.level}
        {...{ value: level, min: 0, max: 10, step: 1, text: level === 0 ? texts.levelOff : String(level) }}
        change={(value) => changeSettings({ level: value })}
      />
      <SettingRow name={texts.area}>
        {areas.map((area) => (
          <OptionChip key={area} isChosen={settings.area === area} onPress={() => changeSettings({ area })}>
            {texts.areas[area]}
          </OptionChip>
        ))}
      </SettingRow>
      <SettingRow name={texts.density}>
        {densities.map((density) => (
          <OptionChip key={density} isChosen={settings.density === density} onPress={() => changeSettings({ density })}>
            {texts.densities[density]}
          </OptionChip>
        ))}
      </SettingRow>
      <SettingRow name={texts.kinds}>
        {kinds.map((kind) => (
          <OptionChip key={kind} isChosen={settings[kind]} onPress={() => toggle(kind)}>
            {texts.kindNames[kind]}
          </OptionChip>
        ))}
      </SettingRow>
      <SettingRow name={texts.more}>
        {(['merge', 'clearOfSubtitles'] as const).map((name) => (
          <OptionChip key={name} isChosen={settings[name]} onPress={() => toggle(name)}>
            {texts[name]}
          </OptionChip>
        ))}
      </SettingRow>
      <BlockLists />
      <button type="button" className={styles.foot} onClick={() => changeSettings(withoutLists(settings))}>
        {texts.reset}
      </button>
    </div>
  )
}

/** Defaults, but keeps the block lists, which are collected over time. */
const withoutLists = ({ words, patterns, users }: DanmakuSettings): DanmakuSettings => ({
  ...defaultDanmakuSettings,
  words,
  patterns,
  users,
})

interface RangeProps {
  name: string
  value: number
  min: number
  max: number
  step: number
  /** Formatted value. */
  text: string
  change: (value: number) => void
}

function Range({ name, value, min, max, step, text, change }: RangeProps) {
  const share = `${((value - min) / (max - min)) * 100}%`
  return (
    <label className={styles.row}>
      <span className={styles.name}>{name}</span>
      <input
        type="range"
        className={styles.range}
        min={min}
        max={max}
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

function SettingRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <div className={styles.wide}>{children}</div>
    </div>
  )
}

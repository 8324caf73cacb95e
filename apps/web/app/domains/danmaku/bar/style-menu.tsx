import type { ReactNode } from 'react'
import { danmakuBounds, DanmakuMode, isVipDanmaku, type DanmakuSize } from '@yunmu/contract'
import { useTexts } from '../../../lib/text/texts.ts'
import { useIsVip, useVipOffer } from '../../../lib/session/use-vip.ts'
import { useIsSelling } from '../../../lib/site/is-selling.ts'
import { danmakuTexts } from '../danmaku-texts.ts'
import { cssColor, defaultStyle, type SendStyle } from '../stores/send-style.ts'
import styles from './style-menu.module.css'
import { OptionChip } from './option-chip.tsx'

const sizes: readonly DanmakuSize[] = [18, 25, 36]

interface StyleMenuProps {
  style: SendStyle
  choose: (style: SendStyle) => void
}

/** Style of the viewer's danmaku. VIP styles are tagged; for others they open the VIP dialog, or are absent while nothing is sold. */
export function StyleMenu({ style, choose }: StyleMenuProps) {
  const texts = useTexts(danmakuTexts)
  const vip = useVipOffer()
  const isSelling = useIsSelling()
  const isVip = useIsVip() === true
  /** Whether the viewer can choose a style, or become a VIP for it. */
  const isOffered = (changed: Partial<SendStyle>): boolean =>
    isVip || isSelling || !isVipDanmaku({ ...defaultStyle, ...changed })
  const nameOf = (color: number): string => texts.colorNames.find(([known]) => known === color)?.[1] ?? cssColor(color)
  const option = (changed: Partial<SendStyle>, name: string) => {
    const isForVip = isVipDanmaku({ ...defaultStyle, ...changed })
    return {
      label: isForVip && vip ? texts.forVip(name) : name,
      isForVip: isForVip && isSelling,
      onPress: () => (isForVip && vip ? vip.open() : choose({ ...style, ...changed })),
    }
  }
  return (
    <div className={styles.menu}>
      <Group name={texts.size}>
        {sizes
          .filter((size) => isOffered({ size }))
          .map((size) => (
            <Option key={size} {...option({ size }, texts.sizes[size])} isChosen={style.size === size} vip={texts.vip}>
              {texts.sizes[size]}
            </Option>
          ))}
      </Group>
      <Group name={texts.place}>
        {DanmakuMode.options
          .filter((mode) => isOffered({ mode }))
          .map((mode) => (
            <Option key={mode} {...option({ mode }, texts.modes[mode])} isChosen={style.mode === mode} vip={texts.vip}>
              {texts.modes[mode]}
            </Option>
          ))}
      </Group>
      <Group name={texts.color} isOfColors>
        {danmakuBounds.colors
          .filter((color) => isOffered({ color }))
          .map((color) => {
            const { label, isForVip, onPress } = option({ color }, nameOf(color))
            return (
              <button
                key={color}
                type="button"
                className={styles.color}
                style={{ background: cssColor(color) }}
                aria-label={label}
                title={label}
                aria-pressed={style.color === color}
                data-vip={isForVip || undefined}
                onClick={onPress}
              />
            )
          })}
      </Group>
    </div>
  )
}

function Group({ name, isOfColors = false, children }: { name: string; isOfColors?: boolean; children: ReactNode }) {
  return (
    <div className={styles.group} role="group" aria-label={name}>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <div className={isOfColors ? styles.colors : styles.options}>{children}</div>
    </div>
  )
}

interface OptionProps {
  label: string
  isForVip: boolean
  isChosen: boolean
  vip: string
  onPress: () => void
  children: ReactNode
}

function Option({ label, isForVip, isChosen, vip, onPress, children }: OptionProps) {
  return (
    <OptionChip title={label} isChosen={isChosen} onPress={onPress}>
      {children}
      {isForVip && <span className={styles.tag}>{vip}</span>}
    </OptionChip>
  )
}

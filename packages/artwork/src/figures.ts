import { fine, px } from './paint.ts'
import type { Box } from './scene.ts'

export type FigureName = 'coat' | 'walk' | 'robe' | 'swordsman' | 'umbrella' | 'dress' | 'seated'

/** Silhouettes 100 units high, feet at 0,0. `currentColor` strokes the thin parts. */
const outlines: Readonly<Record<FigureName, string>> = {
  coat: '<ellipse cx="0" cy="-92" rx="6" ry="7.4"/><path d="M-3,-87C-10,-84-13,-80-14,-70L-16,-44C-16,-38-14,-26-14,-24L-9,-24L-8,0L-2,0L-1,-24L2,-24L3,0L9,0L10,-24L14,-24C15,-30 16,-38 16,-44L14,-70C13,-80 10,-84 3,-87Z"/>',
  walk: '<ellipse cx="2" cy="-92" rx="6" ry="7.4"/><path d="M-2,-87C-9,-84-12,-80-13,-70L-17,-42L-12,-41L-11,-46L-12,-26L-20,0L-13,1L-3,-26L2,-30L8,-20L14,0L21,0L14,-24L12,-46L15,-40L19,-43L13,-70C12,-80 10,-84 4,-87Z"/>',
  robe: '<ellipse cx="0" cy="-91" rx="5.6" ry="7"/><circle cx="-1" cy="-101" r="4"/><path d="M-3,-86C-10,-83-12,-78-13,-68C-18,-55-23,-46-22,-38L-12,-44C-15,-25-19,-10-24,0L22,0C18,-15 14,-30 12,-44L21,-37C23,-46 17,-58 13,-68C12,-78 9,-83 3,-86Z"/>',
  swordsman:
    '<path d="M-19,-90L0,-105L19,-90Q0,-85-19,-90Z"/><ellipse cx="0" cy="-88" rx="5" ry="6"/><path d="M-3,-84C-11,-82-14,-76-15,-66C-19,-55-22,-48-21,-42L-12,-45C-14,-28-17,-10-26,2L-8,0L0,-12L8,0L19,0C16,-15 14,-30 12,-44L20,-39C21,-48 17,-58 14,-68C12,-78 9,-82 3,-84Z"/><path d="M-13,-70L-44,-14" stroke="currentColor" stroke-width="2.2"/><path d="M10,-60C26,-58 36,-44 50,-48C40,-36 26,-34 12,-40Z"/>',
  umbrella:
    '<path d="M-30,-94Q-26,-126 0,-128Q26,-126 30,-94Q22,-101 15,-94Q8,-101 0,-94Q-8,-101-15,-94Q-22,-101-30,-94Z"/><path d="M0,-128V-50" stroke="currentColor" stroke-width="1.8"/><ellipse cx="-4" cy="-88" rx="5.6" ry="7"/><path d="M-7,-83C-14,-80-17,-76-17,-66L-19,-30L-13,-28L-12,0L-6,0L-4,-28L-1,-28L2,0L8,0L8,-30C10,-40 9,-60 7,-68C6,-78 2,-82-2,-83Z"/>',
  dress:
    '<ellipse cx="0" cy="-92" rx="5.8" ry="7.2"/><path d="M-5,-96C-11,-92-10,-78-9,-70L9,-72C8,-84 8,-94 3,-99Z"/><path d="M-3,-86C-9,-83-11,-79-11,-70L-13,-46L-9,-45L-8,-56L-18,-16L-6,-14L-5,0L-1,0L0,-14L3,-14L4,0L8,0L8,-14L19,-17L8,-56L10,-45L14,-47L11,-70C10,-79 8,-83 3,-86Z"/>',
  seated:
    '<ellipse cx="0" cy="-60" rx="6" ry="7.4"/><path d="M-3,-54C-10,-52-13,-46-13,-38L-14,-8C-14,0-8,0-2,0L22,0L24,26L29,26L29,-6C29,-10 26,-11 22,-11L2,-12L8,-36C9,-46 8,-52 3,-54Z"/>',
}

/** Half width and height above the feet, in the same units. */
const extents: Readonly<Record<FigureName, readonly [number, number]>> = {
  coat: [16, 100],
  walk: [21, 100],
  robe: [24, 106],
  swordsman: [48, 106],
  umbrella: [30, 129],
  dress: [19, 100],
  seated: [29, 68],
}

/** A head in profile facing right, about 150 wide, eyes near 0,0; neck and chest extend below. */
export const headOutline =
  'M-84,300C-80,240-64,210-62,170C-50,120-52,86-60,58C-80,22-76,-44-32,-68C4,-84 44,-70 50,-34C52,-24 49,-18 51,-11C55,-2 63,9 68,20C69,25 65,28 60,28C57,31 59,34 61,37C63,39 62,41 57,42C61,44 61,48 57,51C55,54 57,57 58,62C58,71 50,75 38,73C29,73 24,80 25,92C27,118 58,130 100,150C140,170 170,220 180,300Z'

/** `height` is that of a standing person; an umbrella or a hat goes above it. */
export function figure(name: FigureName, x: number, y: number, height: number, colour: string): string {
  return `<g transform="translate(${px(x)},${px(y)}) scale(${fine(height / 100)})" fill="${colour}" color="${colour}">${outlines[name]}</g>`
}

export function figureBox(name: FigureName, x: number, y: number, height: number): Box {
  const [half, above] = extents[name]
  const scale = height / 100
  return { x: x - half * scale, y: y - above * scale, width: half * 2 * scale, height: above * scale }
}

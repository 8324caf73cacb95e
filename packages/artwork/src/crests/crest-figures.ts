/** Figures of crests: silhouettes in a square from −50 to 50. */

export type CrestFigure =
  | 'mountain'
  | 'waves'
  | 'anchor'
  | 'bridge'
  | 'lighthouse'
  | 'pagoda'
  | 'pine'
  | 'star'
  | 'sun'
  | 'ship'
  | 'eagle'
  | 'tiger'
  | 'bull'
  | 'horse'
  | 'whale'
  | 'crane'
  | 'deer'
  | 'flame'
  | 'lotus'
  | 'wolf'

/** @param ink colour of the figure @param ground colour behind it, for its inner lines */
type Draw = (ink: string, ground: string) => string

const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The left half of a symmetrical figure, and its mirror image. */
const mirrored = (half: string): string => `${half}<g transform="scale(-1,1)">${half}</g>`

/** A star with its points on the outer radius. */
export function starPath(x: number, y: number, radius: number, points = 5): string {
  const corners = Array.from({ length: points * 2 }, (_, at) => {
    const angle = (Math.PI * at) / points - Math.PI / 2
    const length = at % 2 === 0 ? radius : radius * 0.4
    return `${(x + length * Math.cos(angle)).toFixed(1)},${(y + length * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}Z`
}

const wave = (y: number): string => `M-48,${y}q8,-11 16,-11t16,11t16,0t16,-11t16,11t16,0`

export const crestFigures: Readonly<Record<CrestFigure, Draw>> = {
  mountain: (ink, ground) =>
    path('M-50,38L-18,-34L-2,-6L14,-26L50,38Z', ink) +
    path('M-18,-34L-28,-11L-20,-15L-15,-8L-9,-16L-6,-13ZM14,-26L6,-16L12,-17L17,-10L22,-14Z', ground) +
    line('M-40,38L-16,8L-6,22L10,2L40,38', ground, 3),
  waves: (ink) => line(wave(-14), ink, 10) + line(wave(10), ink, 10) + line(wave(34), ink, 10),
  anchor: (ink) =>
    `<circle cx="0" cy="-36" r="9" fill="none" stroke="${ink}" stroke-width="7"/>` +
    line('M0,-26V42M-24,-12H24', ink, 9) +
    line('M-38,10Q-36,42 0,43Q36,42 38,10', ink, 9) +
    mirrored(path('M-49,20L-40,-2L-25,16Z', ink)),
  bridge: (ink) =>
    line('M-48,8H48', ink, 8) +
    line('M-24,-38V40M24,-38V40', ink, 8) +
    line('M-48,2Q-32,-14 -24,-38Q0,6 24,-38Q32,-14 48,2', ink, 4.5) +
    line('M-12,-16V6M0,-12V6M12,-16V6M-36,-8V6M36,-8V6', ink, 3) +
    line('M-48,30q8,-8 16,0t16,0t16,0t16,0t16,0t16,0', ink, 5),
  lighthouse: (ink, ground) =>
    path('M-10,-20H10L18,42H-18ZM-14,-22H14V-16H-14ZM-8,-38H8V-22H-8ZM-11,-38L0,-49L11,-38Z', ink) +
    path('M-11.5,-6H11.5L13,6H-13ZM-15,20H15L16.3,31H-16.3Z', ground) +
    path('M-14,-33L-50,-46V-18L-14,-27ZM14,-33L50,-46V-18L14,-27Z', ink) +
    path('M-30,42H30V48H-30Z', ink),
  pagoda: (ink) =>
    path('M-1.8,-50H1.8V-36H-1.8Z', ink) +
    [
      [-36, 14, 8],
      [-18, 21, 12],
      [1, 28, 16],
      [21, 35, 20],
    ]
      .map(([y = 0, wide = 0, body = 0]) =>
        path(
          `M0,${y - 6}L${wide},${y + 7}Q${wide + 5},${y + 6} ${wide + 7},${y + 1}Q${wide + 5},${y + 12} ${wide - 2},${y + 11}H${-wide + 2}Q${-wide - 5},${y + 12} ${-wide - 7},${y + 1}Q${-wide - 5},${y + 6} ${-wide},${y + 7}ZM${-body},${y + 13}H${body}V${y + 20}H${-body}Z`,
          ink,
        ),
      )
      .join('') +
    path('M-32,42H32V48H-32Z', ink),
  pine: (ink) => path('M0,-50L19,-22H10L28,2H16L38,30H-38L-16,2H-28L-10,-22H-19ZM-6,30H6V48H-6Z', ink),
  star: (ink, ground) => path(starPath(0, 4, 50), ink) + path(starPath(0, 4, 22), ground),
  sun: (ink) => {
    const rays = Array.from({ length: 9 }, (_, at) => `M0,-34L-5,-49L5,-49Z|${-80 + at * 20}`)
      .map((ray) => ray.split('|'))
      .map(([d = '', turn = '']) => `<path d="${d}" transform="translate(0,8) rotate(${turn})" fill="${ink}"/>`)
      .join('')
    return rays + path('M-27,10A27,27 0 0 1 27,10Z', ink) + line('M-46,20H46M-36,32H36M-22,44H22', ink, 6)
  },
  ship: (ink, ground) =>
    path('M-2,-48V14H-40Q-12,-8 -2,-48ZM4,-36Q26,-14 34,14H4Z', ink) +
    path('M-46,20H46L34,40H-34Z', ink) +
    line('M-30,30q7.5,-6 15,0t15,0t15,0t15,0', ground, 3.5),
  eagle: (ink, ground) =>
    mirrored(
      path(
        'M0,-22C-8,-26-14,-36-30,-40L-49,-38L-44,-30L-50,-24L-43,-18L-47,-10L-38,-6L-40,2L-29,3L-29,11L-18,8L-12,22L-16,46L0,34Z',
        ink,
      ),
    ) +
    path('M-10,-30Q-8,-46 4,-46Q14,-45 16,-33Q9,-36 7,-30L8,-12H-8Z', ink) +
    `<circle cx="4" cy="-38" r="2.4" fill="${ground}"/>` +
    line('M-7,-4q7,5 14,0M-8,6q8,6 16,0M-7,16q7,5 14,0', ground, 2.6),
  tiger: (ink, ground) =>
    mirrored(
      path('M0,-36Q-14,-38 -24,-32Q-30,-46 -42,-44Q-48,-32 -38,-20Q-46,0 -36,18L-42,24L-31,27Q-20,44 0,48Z', ink),
    ) +
    mirrored(
      path(
        'M-27,-6L-9,3Q-16,9 -24,4ZM-6,-32L-3,-16H0V-34ZM-22,-28L-13,-14L-10,-17L-15,-31ZM-41,-4L-28,-1L-30,4L-41,3ZM-38,12L-27,11L-28,16L-36,19Z',
        ground,
      ) + path('M0,16H-10L-4,25L-3,31Q-10,36 -18,30L-15,36Q-8,41 0,36Z', ground),
    ),
  bull: (ink, ground) =>
    mirrored(
      path(
        'M0,-22L-20,-24C-38,-24 -44,-36 -40,-50C-52,-38 -52,-14 -28,-10L-40,-6Q-44,2 -32,6L-24,4L-16,34Q-12,44 0,45Z',
        ink,
      ) + path('M-19,-2L-7,5Q-12,9 -18,5ZM-11,30Q-8,26 -5,31Q-7,35 -10,34Z', ground),
    ) + line('M-6,-22L0,-8L6,-22', ground, 3),
  horse: (ink, ground) =>
    path('M6,-50L12,-36Q34,-26 42,4L46,18Q44,27 34,24Q24,12 8,10Q20,24 20,48H-32Q-40,0 -10,-32L-8,-46L2,-38Z', ink) +
    path('M-14,-32Q-46,-8 -40,46L-48,48Q-54,-6 -24,-34Z', ink) +
    `<circle cx="17" cy="-17" r="3" fill="${ground}"/>` +
    line('M-22,-8Q-30,16 -26,40M-12,-2Q-19,18 -16,38', ground, 3),
  whale: (ink, ground) =>
    path(
      'M-48,6C-44,-26 -8,-34 16,-14C24,-8 30,-12 30,-22C22,-28 22,-38 26,-46C32,-42 36,-38 37,-32C41,-36 46,-38 50,-38C50,-28 46,-20 39,-18C40,10 22,36 -10,36C-34,36 -48,24 -48,6Z',
      ink,
    ) +
    line('M-46,12Q-24,18 -8,34M-38,24Q-30,26 -24,33', ground, 3) +
    `<circle cx="-28" cy="-2" r="3.2" fill="${ground}"/>` +
    line('M-14,-34Q-14,-44 -22,-46M-10,-34Q-8,-45 0,-46', ink, 4.5),
  crane: (ink, ground) =>
    path(
      'M-50,-8C-30,-20 -18,-14 -6,-2C-8,-22 6,-44 36,-50C40,-34 34,-18 22,-4C34,0 42,12 50,34C34,26 22,22 12,22C2,28 -4,36 -14,48C-14,32 -14,22 -10,12C-22,2 -30,-6 -50,-4Z',
      ink,
    ) +
    line('M8,0Q14,-22 32,-40M14,6Q24,-8 28,-20M18,12Q32,16 40,26', ground, 2.8) +
    `<circle cx="-29" cy="-11" r="2.2" fill="${ground}"/>`,
  deer: (ink, ground) =>
    mirrored(
      path('M0,-4L-14,-6L-34,-14Q-34,-2 -17,6L-10,36Q-7,46 0,46Z', ink) +
        line('M-9,-8Q-14,-24 -30,-28Q-40,-32 -38,-46M-20,-26Q-16,-34 -19,-47M-33,-30Q-44,-26 -47,-34', ink, 5) +
        path('M-12,8L-4,13Q-8,17 -12,13ZM0,35H-6Q-5,42 0,42Z', ground),
    ),
  flame: (ink, ground) =>
    path(
      'M4,-50C8,-30 36,-14 34,14C33,36 18,48 0,48C-20,48 -34,34 -33,12C-32,-2 -24,-8 -22,-22C-12,-16 -10,-8 -10,0C2,-12 6,-28 4,-50Z',
      ink,
    ) + path('M2,4C4,14 16,18 15,31C14,40 8,44 0,44C-9,44 -15,38 -14,29C-13,20 0,16 2,4Z', ground),
  lotus: (ink, ground) =>
    mirrored(
      line('M-34,32Q-16,40 0,40', ink, 7) +
        path('M-2,28C-22,30 -46,20 -50,-6C-34,-6 -12,8 -2,28Z', ink) +
        `<path d="M-2,28C-22,18 -34,-6 -28,-30C-12,-22 0,4 -2,28Z" fill="${ink}" stroke="${ground}" stroke-width="3"/>`,
    ) + `<path d="M0,30C-18,12 -18,-22 0,-46C18,-22 18,12 0,30Z" fill="${ink}" stroke="${ground}" stroke-width="3"/>`,
  wolf: (ink, ground) =>
    mirrored(path('M0,-22L-14,-26L-34,-50Q-42,-22 -38,-8L-50,10L-38,12L-42,24L-28,22L-14,34L-8,46L0,49Z', ink)) +
    mirrored(path('M-28,-2L-8,9Q-12,15 -22,10ZM-7,33L0,29V43L-5,40ZM-30,-36L-20,-23L-32,-18Z', ground)) +
    line('M0,-22V2', ground, 3),
}

/** Figures that characters of a name suggest. */
const meant: readonly (readonly [characters: string, figures: readonly CrestFigure[]])[] = [
  ['虎', ['tiger']],
  ['鹰隼雕', ['eagle']],
  ['牛', ['bull']],
  ['马驹', ['horse']],
  ['狼', ['wolf']],
  ['鹿', ['deer']],
  ['鲸鲨', ['whale']],
  ['鹤雁鹭燕', ['crane']],
  ['火焰炉', ['flame']],
  ['莲荷蓉花', ['lotus']],
  ['灯', ['lighthouse']],
  ['塔阁', ['pagoda']],
  ['桥', ['bridge']],
  ['松林森', ['pine']],
  ['星', ['star']],
  ['阳曦日晨', ['sun']],
  ['航帆船', ['ship']],
  ['港', ['anchor']],
  ['山岭峰岳岩崖', ['mountain']],
  ['海江河湖湾浪潮', ['waves', 'ship', 'whale']],
]

/** The figures that suit a name; all if it suggests none. */
export function figuresFor(name: string): readonly CrestFigure[] {
  const found = meant.find(([characters]) => [...name].some((character) => characters.includes(character)))
  return found?.[1] ?? ['eagle', 'tiger', 'bull', 'horse', 'wolf', 'deer', 'star', 'pagoda', 'flame', 'sun']
}

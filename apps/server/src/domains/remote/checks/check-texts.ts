/** Tells the operators that addresses of a host are dead. */
export const deadNotice = (host: string): { title: string; text: string } => ({
  title: `${host} 有播放地址连续三天打不开`,
  text: '这些地址已经隐藏，能打开时会自动恢复。用 remote hosts list 和 remote list 看是哪些，主机换了就给它们换地址。',
})

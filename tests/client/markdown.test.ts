import { describe, expect, it } from 'vitest'
import { blocks, inlines } from '#src/client/components/markdown/markdown.ts'

const text = (value: string) => ({ kind: 'text', text: value })

describe('notes in Markdown (60.11)', () => {
  it('are headings, paragraphs with their line breaks, and lists', () => {
    expect(blocks('## 新增\n- 差旅标准\n- 角色对比\n1. 先备份\n2、再更新\n\n第一行\n第二行')).toEqual([
      { kind: 'heading', level: 2, lines: [[text('新增')]] },
      { kind: 'bullets', lines: [[text('差旅标准')], [text('角色对比')]] },
      { kind: 'numbers', lines: [[text('先备份')], [text('再更新')]] },
      { kind: 'paragraph', lines: [[text('第一行')], [text('第二行')]] },
    ])
    expect(blocks('')).toEqual([])
  })

  it('have fenced code as it stands, and tables', () => {
    expect(blocks('See\n```ts\nconst a = 1\n\n# no heading\n```\n| a | b |\n|---|---|\n| `x` | |\nEnd')).toEqual([
      { kind: 'paragraph', lines: [[text('See')]] },
      { kind: 'code', language: 'ts', text: 'const a = 1\n\n# no heading' },
      {
        kind: 'table',
        rows: [
          [[text('a')], [text('b')]],
          [[{ kind: 'code', text: 'x' }], []],
        ],
      },
      { kind: 'paragraph', lines: [[text('End')]] },
    ])
    expect(blocks('```\nopen')).toEqual([{ kind: 'code', language: '', text: 'open' }])
    expect(blocks('| a |')).toEqual([{ kind: 'paragraph', lines: [[text('| a |')]] }])
  })

  it('have bold, emphasis, code and links inside a line', () => {
    expect(inlines('见 **重要 *说明* 等** 与 `npm` [手册](/help) 。')).toEqual([
      text('见 '),
      { kind: 'strong', parts: [text('重要 '), { kind: 'em', parts: [text('说明')] }, text(' 等')] },
      text(' 与 '),
      { kind: 'code', text: 'npm' },
      text(' '),
      { kind: 'link', href: '/help', parts: [text('手册')] },
      text(' 。'),
    ])
  })

  it('lead to pages of the product or by https, and are text where they would lead elsewhere', () => {
    for (const href of ['https://example.invalid/a', '/system/user'])
      expect(inlines(`[去](${href})`)).toEqual([{ kind: 'link', href, parts: [text('去')] }])
    for (const href of ['javascript:alert', 'data:text/html,x', '//example.invalid', '/\\example.invalid', 'http://a'])
      expect(inlines(`[去](${href})`)).toEqual([text(`[去](${href})`)])
  })

  it('have no markup of their own, and take no time over marks that never close', () => {
    const markup = '<img src=x onerror=alert(1)>'
    expect(blocks(markup)).toEqual([{ kind: 'paragraph', lines: [[text(markup)]] }])
    const open = '**'.repeat(2000)
    const before = performance.now()
    blocks(open)
    expect(performance.now() - before).toBeLessThan(1000)
  })
})

import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../design/icon.tsx';
import { go, linkTo } from './address.ts';
import { find, type Found } from './find.ts';
import type { Role } from './session.ts';
import { t } from './texts.ts';

interface SearchProps {
  readonly isOpen: boolean;
  readonly role: Role;
  readonly onClose: () => void;
}

const settleMs = 180;

/** One box for names, addresses, serial numbers and codes. The key / leads to it. */
export function Search({ isOpen, role, onClose }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = useFound(text, role);
  useSlashKey(input);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const close = () => {
    setText('');
    onClose();
  };
  const open = (one: Found | undefined) => {
    if (!one) return;
    go(linkTo(one.page, one.query));
    close();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, (found?.length ?? 1) - 1));
    if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    if (event.key === 'Enter') open(found?.[at]);
  };
  return (
    <div class={isOpen ? 'find is-open' : 'find is-shut'} role="search">
      <Icon name="search" />
      <input
        ref={input}
        role="combobox"
        aria-expanded={text !== ''}
        aria-controls="found"
        aria-label={t('Search')}
        placeholder={t('Name, MAC, IP, serial, user or voucher code')}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <kbd class="wide-only">/</kbd>
      {text.trim() !== '' && (
        <div class="found" id="found">
          <Results found={found} at={at} onOpen={close} />
        </div>
      )}
    </div>
  );
}

const icons: Readonly<Record<Found['kind'], IconName>> = {
  device: 'device',
  user: 'person',
  voucher: 'voucher',
  session: 'session',
  client: 'client',
};

interface ResultsProps {
  readonly found: readonly Found[] | null;
  readonly at: number;
  readonly onOpen: () => void;
}

function Results({ found, at, onOpen }: ResultsProps) {
  if (found === null) return <p>{t('Searching')}</p>;
  if (found.length === 0) return <p>{t('Nothing has this name, address or code.')}</p>;
  return (
    <>
      {found.map(({ kind, name, note, page, query }, index) => (
        <a
          key={`${kind}${page}${JSON.stringify(query)}`}
          class={index === at ? 'is-at' : ''}
          href={linkTo(page, query)}
          onClick={onOpen}
        >
          <Icon name={icons[kind]} />
          <span class="cut">{name}</span>
          <span class="tiny muted">{note}</span>
        </a>
      ))}
    </>
  );
}

function useFound(text: string, role: Role): readonly Found[] | null {
  const [found, setFound] = useState<readonly Found[] | null>(null);
  useEffect(() => {
    setFound(null);
    if (text.trim() === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      find(text.trim(), role, abort.signal).then(setFound, () => null);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, role]);
  return found;
}

function useSlashKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [input]);
}

import { useEffect, useRef } from 'preact/hooks';

interface PortalMockProps {
  readonly isPhone: boolean;
  readonly color: string;
  /** A colour, a picture as a data URL, or none. */
  readonly background: string;
  /** Texts of the links at the foot. */
  readonly links: readonly string[];
  readonly logo: string;
  readonly logoText: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly terms: string;
  /** Labels of the fields, for each way to log in. */
  readonly fields: readonly (readonly string[])[];
  readonly button: string;
  readonly accept: string;
}

/** A drawing of the portal page of a guest, on paper that is light in both themes. */
export function PortalMock(props: PortalMockProps) {
  const { isPhone, color, background, links, logo, logoText, title, paragraphs, terms } = props;
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    screen.current?.style.setProperty('--portal', color);
  }, [color]);
  return (
    <div class={isPhone ? 'phone' : 'desktop'}>
      <div class="portal" ref={screen} inert>
        <Backdrop background={background} />
        {logo !== '' && <img src={logo} alt={logoText} />}
        <p class="portal-title">{title}</p>
        {paragraphs.map((text, index) => (
          <p key={index}>{text}</p>
        ))}
        <Ways {...props} />
        {terms !== '' && <p class="portal-terms">{terms}</p>}
        {links.length > 0 && <p class="portal-terms">{links.join(' · ')}</p>}
      </div>
    </div>
  );
}

/** What is behind the welcome. */
function Backdrop({ background }: Pick<PortalMockProps, 'background'>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.style.setProperty('background-color', background);
  }, [background]);
  if (background === '') return null;
  if (background.startsWith('#')) return <div class="portal-back" ref={box} />;
  return <img class="portal-back" src={background} alt="" />;
}

function Ways({ fields, terms, button, accept }: PortalMockProps) {
  return (
    <>
      {fields.map((labels, index) => (
        <div class="portal-way" key={index}>
          {labels.map((label) => (
            <div key={label}>
              <span>{label}</span>
              <i />
            </div>
          ))}
          {terms !== '' && <span>☐ {accept}</span>}
          <b>{button}</b>
        </div>
      ))}
    </>
  );
}

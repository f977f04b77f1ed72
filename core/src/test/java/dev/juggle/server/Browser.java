// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless browser that remembers what it asked for and what its console said. */
final class Browser implements AutoCloseable {
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts one, or skips the test with the reason that there is none. */
    static Browser start() {
        final Optional<Path> browser =
                BROWSERS.stream().flatMap(Browser::onPath).findFirst();
        final Optional<Path> chromedriver = onPath("chromedriver").findFirst();
        assumeTrue(
                browser.isPresent() && chromedriver.isPresent(),
                "needs chromium and chromedriver (Debian: apt-get install chromium chromium-driver)");
        final ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1440,1200");
        final LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        // told, so that Selenium never looks for a driver elsewhere
        System.setProperty("webdriver.chrome.driver", chromedriver.orElseThrow().toString());
        return new Browser(new ChromeDriver(options));
    }

    private static Stream<Path> onPath(String name) {
        return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable);
    }

    void open(URI page) {
        driver.get(page.toString());
    }

    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    WebElement element(String id) {
        return driver.findElement(By.id(id));
    }

    String text(String id) {
        return element(id).getText();
    }

    /** Clicks once the element holds still: words above it may be getting longer. */
    void click(String id) {
        new WebDriverWait(driver, PATIENCE)
                .ignoring(ElementClickInterceptedException.class)
                .until(_ -> {
                    element(id).click();
                    return true;
                });
    }

    /** A script's number. */
    double number(String expression) {
        final Object value = driver.executeScript("return " + expression);
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** What an asynchronous script hands to its last argument. */
    @SuppressWarnings("unchecked")
    Map<String, Object> answer(String script) {
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        return (Map<String, Object>) Objects.requireNonNull(driver.executeAsyncScript(script));
    }

    void await(String what, Predicate<Browser> condition) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(what)
                .pollingEvery(Duration.ofMillis(50))
                .until(_ -> condition.test(this));
    }

    /** Presses a key while the lanes have the focus. */
    void press(CharSequence key) {
        element("lanes").sendKeys(key);
    }

    void press(Keys key) {
        element("lanes").sendKeys(key);
    }

    /** Moves the pointer to a place in the lanes, from their middle. */
    void point(int x, int y) {
        new Actions(driver).moveToElement(element("lanes"), x, y).perform();
    }

    void wheel(int y) {
        new Actions(driver)
                .scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(element("lanes")), 0, y)
                .perform();
    }

    void drag(int x) {
        new Actions(driver)
                .moveToElement(element("lanes"))
                .clickAndHold()
                .moveByOffset(x / 2, 0)
                .moveByOffset(x / 2, 0)
                .release()
                .perform();
    }

    void screenshot(Path file) throws IOException {
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** The console must have said nothing, and all that was asked for must begin so. */
    void assertQuiet(String allowed) {
        final List<String> console = driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
        assertEquals(List.of(), console);
        final List<String> elsewhere = requests()
                .filter(url -> !url.startsWith(allowed) && !url.startsWith("data:"))
                .toList();
        assertEquals(List.of(), elsewhere);
    }

    private Stream<String> requests() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> JsonMapper.shared().readTree(entry.getMessage()).path("message"))
                .filter(message -> message.path("method").asString("").equals("Network.requestWillBeSent"))
                .map(message -> url(message.path("params")));
    }

    private static String url(JsonNode params) {
        return params.path("request").path("url").asString("");
    }

    @Override
    public void close() {
        driver.quit();
    }
}
